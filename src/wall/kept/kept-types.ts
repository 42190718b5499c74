/** What a kept wall is: the file `wall.json` beside its pictures. Types, and which cells belong together. */
import type { KeptStep, WallFinding } from '../wall-types.js';

/** The format of `wall.json`. */
export const KEPT_FORMAT = 'deckhand-wall/1';

/** One screen: a scenario at a moment, in one size. */
export interface KeptCell {
  readonly scenario: string;
  /** Since the start, such as `12s`. */
  readonly at: string;
  /** The width of the screen, in CSS pixels. */
  readonly size: number;
  /** The path of the picture, in the folder of the wall. */
  readonly picture: string;
  /** Whether two pictures in a row were equal. */
  readonly isStill: boolean;
  /** The state of the newest job; null without one. */
  readonly job: string | null;
  /** The rules of a client that were broken until then. */
  readonly findings: readonly WallFinding[];
  /** The first lines of the errors that reached the console until then. */
  readonly errors: readonly string[];
  /** The steps that the screen had no element for, until then, as sentences. */
  readonly missed: readonly string[];
}

export interface KeptWall {
  readonly format: typeof KEPT_FORMAT;
  readonly app: string;
  /** Its rows. */
  readonly scenarios: readonly string[];
  /** The row that plays a recording. */
  readonly replay?: string;
  readonly moments: readonly string[];
  readonly sizes: readonly number[];
  /** The selectors of what is painted over. */
  readonly masks: readonly string[];
  readonly steps: readonly KeptStep[];
  readonly cells: readonly KeptCell[];
}

/** A cell that differs from a kept wall. */
export interface ChangedCell {
  readonly cell: Pick<KeptCell, 'scenario' | 'at' | 'size'>;
  /** The kept wall has no such cell, or the new one has none. */
  readonly kind: 'changed' | 'new' | 'gone';
  /** The share of its pixels that differ, from 0 to 1. */
  readonly share: number;
  /** Paths in the folder of the new wall. */
  readonly before?: string;
  readonly after?: string;
  readonly difference?: string;
}

export interface Comparison {
  /** The folder of the kept wall. */
  readonly with: string;
  readonly changes: readonly ChangedCell[];
}

type Position = Pick<KeptCell, 'scenario' | 'at' | 'size'>;

export function isSameCell(one: Position, other: Position): boolean {
  return one.scenario === other.scenario && one.at === other.at && one.size === other.size;
}
