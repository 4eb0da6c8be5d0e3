// Adding a game is adding a folder here: its Board.svelte is found by the folder's name.
import type { Component } from 'svelte';
import type { BoardProps } from './contract';

const boards = import.meta.glob<{ default: Component<BoardProps> }>('./*/Board.svelte');

export function loadBoard(game: string): Promise<{ default: Component<BoardProps> }> {
  const found = boards[`./${game}/Board.svelte`];
  if (!found) throw new Error(`no board for ${game}`);
  return found();
}
