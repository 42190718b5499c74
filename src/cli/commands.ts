/** The commands of `deckhand`, in the order of its help. */
import type { Command } from 'commander';

/** Each command is loaded on demand, so that `serve` starts fast. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ command: () => Command }>>> = {
  serve: () => import('./serve.js'),
  verify: () => import('./verify.js'),
  record: () => import('./record.js'),
  judge: () => import('./judge.js'),
  exec: () => import('./exec.js'),
  wall: () => import('./wall.js'),
  scenario: () => import('./scenario.js'),
};
