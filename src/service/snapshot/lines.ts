/**
 * The state of all workspaces as lines of JSON: a head, a snapshot of each workspace, its records in blocks, and an end. A state
 * file and a tab keep these lines.
 */
import type { Snapshot } from '../../generated/control-api.js';
import { saveJob, savePresentation } from './saved.js';
import type { SnapshotParts } from './take.js';

export const STATE_VERSION = 2;

/** Records on a line. To write so many jobs takes some 2 milliseconds. */
export const BLOCK = 500;

export const END_LINE = '{"end":true}\n';

/** The lists of a snapshot that are on lines of their own. */
export type RecordList = 'jobs' | 'presentations' | 'counters';

const saved: { readonly [List in RecordList]: (record: SnapshotParts[List][number]) => unknown } = {
  jobs: saveJob,
  presentations: savePresentation,
  counters: (count) => count,
};

/** @param sequence the number of the last exchange */
export function headLine(sequence: number): string {
  return line({ format: 'deckhand-state', version: STATE_VERSION, sequence });
}

/**
 * A snapshot without the records that have their own lines.
 * @param clean called with it before it is written
 */
export function snapshotLine(
  parts: SnapshotParts,
  clean = (snapshot: Snapshot): Snapshot => snapshot,
): string {
  return line(clean({ ...parts, jobs: [], presentations: [], counters: [] }));
}

/**
 * @param of the id of the workspace
 * @param clean called with each record before it is written
 */
export function recordsLine<List extends RecordList>(
  of: string,
  list: List,
  records: readonly SnapshotParts[List][number][],
  clean = (record: unknown): unknown => record,
): string {
  return line({ of, [list]: records.map((record) => clean(saved[list](record))) });
}

export function* stateLines(sequence: number, snapshots: readonly SnapshotParts[]): Generator<string> {
  yield headLine(sequence);
  for (const parts of snapshots) {
    yield snapshotLine(parts);
    for (const list of ['jobs', 'presentations', 'counters'] as const)
      for (let from = 0; from < parts[list].length; from += BLOCK)
        yield recordsLine(parts.workspace.id, list, parts[list].slice(from, from + BLOCK));
  }
  yield END_LINE;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
