// The games that have a folder here, found by its name. Any other game is played on the plain board.
import type { Component } from 'svelte';
import { loadWords } from '../lib/words.svelte';
import type { BoardProps, GameModule, Readable, Step } from './contract';

const found = import.meta.glob<GameModule>('./*/index.ts', { eager: true, import: 'default' });
const games = new Map(Object.entries(found).map(([file, game]) => [file.split('/')[1]!, game]));

/** The names of the folders. */
export const FOLDERS = [...games.keys()];

export function gameModule(name: string): GameModule | undefined {
  return games.get(name);
}

const readables = new Map<string, Readable>();

/** How a game's arguments are read, once it is prepared. */
export function readableOf(name: string): Readable {
  return readables.get(name) ?? {};
}

/** What is needed before anything is said of a game: its words, and how its arguments are read. */
export async function prepare(name: string): Promise<void> {
  const [readable] = await Promise.all([games.get(name)?.readable?.(), loadWords(name)]);
  if (readable) readables.set(name, readable.default);
}

export async function loadBoard(name: string): Promise<Component<BoardProps>> {
  const load = games.get(name)?.board ?? (() => import('../board/Board.svelte'));
  const [board] = await Promise.all([load(), prepare(name).catch(() => undefined)]);
  return board.default;
}

export async function loadScene(name: string): Promise<Component<{ game: string }>> {
  const load = games.get(name)?.scene ?? (() => import('../board/Scene.svelte'));
  return (await load()).default;
}

export async function loadLesson(name: string): Promise<Step[]> {
  return (await games.get(name)?.lesson?.())?.default ?? [];
}
