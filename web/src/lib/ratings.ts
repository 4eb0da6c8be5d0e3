// How good players are, as the server tells it (docs/players.md).
import { ask } from './api';
import { deviceKey, playerKey } from './key';

export interface Rating {
  rating: number;
  /** Where it lies with 95 %. */
  low: number;
  high: number;
  /** Not sure enough yet. */
  provisional: boolean;
}

export type SeatRating = Rating & { seat: number; change: number | null };

export interface TableRatings {
  /** The game is over and has been rated. */
  settled: boolean;
  seats: SeatRating[];
}

export type OnBoard = Rating & { name: string; games: number; you: boolean };

export interface Leaderboard {
  game: string;
  players: OnBoard[];
  bots: { level: string; players: number; rating: number }[];
}

export type RatingPoint = Rating & { id: string; ended: number; change: number };
export type GameRating = Rating & { game: string; games: number; points: RatingPoint[] };

export function tableRatings(id: string): Promise<TableRatings> {
  return ask<TableRatings>(`/tables/${id}/ratings`);
}

export function leaderboard(game: string): Promise<Leaderboard> {
  return ask<Leaderboard>(`/ratings/${game}`, { token: deviceKey() });
}

export async function myRatings(): Promise<GameRating[]> {
  return (await ask<{ ratings: GameRating[] }>('/me/ratings', { token: playerKey() })).ratings;
}

/** +12, −7 or ±0. */
export function changeText(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0';
}
