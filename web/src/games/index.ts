// The games that have a folder here, found by its name. Any other game is played on the plain board.
import type { Component } from 'svelte';
import type { BoardProps, GameModule, Step } from './contract';

const found = import.meta.glob<GameModule>('./*/index.ts', { eager: true, import: 'default' });
const games = new Map(Object.entries(found).map(([file, game]) => [file.split('/')[1]!, game]));

/** The names of the folders. */
export const FOLDERS = [...games.keys()];

export function gameModule(name: string): GameModule | undefined {
  return games.get(name);
}

export async function loadBoard(name: string): Promise<Component<BoardProps>> {
  const load = games.get(name)?.board ?? (() => import('../board/Board.svelte'));
  return (await load()).default;
}

export async function loadScene(name: string): Promise<Component<{ game: string }>> {
  const load = games.get(name)?.scene ?? (() => import('../board/Scene.svelte'));
  return (await load()).default;
}

export async function loadLesson(name: string): Promise<Step[]> {
  return (await games.get(name)?.lesson?.())?.default ?? [];
}
