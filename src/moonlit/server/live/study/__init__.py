"""Studying games behind those that are being played."""
