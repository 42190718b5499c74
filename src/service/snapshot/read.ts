/**
 * The only reader of a saved state. It checks everything before anything is restored. Pages load it only if there is a saved
 * state, because the checks are large.
 */
import type { Snapshot } from '../../generated/control-api.js';
import { validateControl } from '../../generated/validate-control.js';
import { isDeeperThan, MOST_LEVELS } from '../../base/depth.js';
import { fieldOf, isObject } from '../../base/json.js';
import { parsePointer } from '../../base/json-pointer.js';
import { UserError, type InputFault } from '../../base/user-error.js';
import { checkSnapshot, type CheckedSnapshot } from './check.js';
import { STATE_VERSION } from './lines.js';

export interface CheckedState {
  /** The number of the last exchange. */
  readonly sequence: number;
  readonly snapshots: readonly CheckedSnapshot[];
}

/** A block of records is checked as a snapshot that has no others. */
const NO_RECORDS: Snapshot = {
  format: 'deckhand-snapshot',
  version: 1,
  workspace: { id: '', plan: 'business', api_enabled: true },
  settings: { seed: 1, default_scenario: '', rate_limit: null },
  clock: { now: 0, speed: 1, paused: false },
  scenario: { active: null, activation: 0 },
  scenarios: [],
  armed: 0,
  faults: [],
  jobs: [],
  presentations: [],
  counters: [],
  rates: [],
  templates: [],
  journal: { dropped: 0, exchanges: [] },
};

const MOST_SHOWN = 60;

export class StateReader {
  #sequence: number | undefined;
  readonly #snapshots = new Map<string, Snapshot>();
  #line = 0;
  /** Whether the last line was read. */
  isWhole = false;

  /** @throws UserError (`bad-state`) that says where it is damaged, what is there, and what was expected */
  addLines(text: string): void {
    for (const line of text.split(/\r?\n/)) if (line !== '') this.#addLine(line);
  }

  /** Adds a value beside the lines. @throws UserError (`bad-state`) */
  add(value: unknown): void {
    this.#line += 1;
    if (isDeeperThan(value)) throw this.#refuse('', value, `is nested more than ${MOST_LEVELS} levels deep`);
    const of = fieldOf(value, 'of');
    if (of !== undefined) this.#addBlock(of, value as Readonly<Record<string, unknown>>);
    else if (fieldOf(value, 'end') === true) this.isWhole = true;
    else this.#addSnapshot(value);
  }

  /** @throws UserError (`bad-state`) */
  finish(): CheckedState {
    if (this.#sequence === undefined || !this.isWhole)
      throw new UserError('bad-state', 'The end is missing.');
    return { sequence: this.#sequence, snapshots: [...this.#snapshots.values()].map(checkNamed) };
  }

  #addLine(line: string): void {
    if (this.#sequence === undefined) return this.#addHead(line);
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      this.#line += 1;
      throw new UserError(
        'bad-state',
        `Line ${this.#line} is not valid JSON: ${(error as SyntaxError).message}.`,
      );
    }
    this.add(value);
  }

  #addHead(line: string): void {
    this.#line += 1;
    const version = /^\{"format":"deckhand-state","version":(\d+)/.exec(line)?.[1];
    if (version === undefined) throw new UserError('bad-state', 'It is not a state that Deckhand saved.');
    if (version !== String(STATE_VERSION))
      throw new UserError(
        'bad-state',
        `It has the version ${version}; this Deckhand reads version ${STATE_VERSION}.`,
      );
    const sequence = Number(/"sequence":(\d+)\}$/.exec(line)?.[1]);
    if (!Number.isSafeInteger(sequence)) throw this.#refuse('/sequence', line, 'must be an integer');
    this.#sequence = sequence;
  }

  #addSnapshot(value: unknown): void {
    this.#check(value);
    const snapshot = value as Snapshot;
    const { id } = snapshot.workspace;
    if (!snapshot.running) throw this.#refuse('/running', snapshot.running, 'is required');
    if (this.#snapshots.has(id)) throw this.#refuse('/workspace/id', id, 'must not be there twice');
    this.#snapshots.set(id, snapshot);
  }

  #addBlock(of: unknown, { of: _, exchanges, ...lists }: Readonly<Record<string, unknown>>): void {
    const snapshot = typeof of === 'string' ? this.#snapshots.get(of) : undefined;
    if (!snapshot) throw this.#refuse('/of', of, 'must be a workspace of an earlier line');
    const journal = { dropped: 0, exchanges: exchanges ?? [] };
    const block = { ...NO_RECORDS, ...lists, journal } as Snapshot;
    this.#check(block);
    for (const list of ['jobs', 'presentations', 'counters'] as const)
      for (const record of block[list]) (snapshot[list] as unknown[]).push(record);
    for (const exchange of block.journal.exchanges) snapshot.journal.exchanges.push(exchange);
    // Until now, they were missing from the journal.
    snapshot.journal.dropped -= block.journal.exchanges.length;
    if (snapshot.journal.dropped < 0)
      throw this.#refuse('/exchanges', exchanges, 'must not be more than the journal lacks');
  }

  #check(value: unknown): void {
    const [fault, ...others] = validateControl('Snapshot', value);
    if (!fault) return;
    const faults = [fault, ...others].map(({ pointer, expected }) => ({ pointer, detail: expected }));
    throw this.#refuse(fault.pointer, valueAt(value, fault.pointer), fault.expected, faults);
  }

  #refuse(pointer: string, value: unknown, expected: string, faults?: readonly InputFault[]): UserError {
    const where = `Line ${this.#line}${pointer === '' ? '' : `, ${pointer}`}`;
    return new UserError('bad-state', `${where}: ${shown(value)} ${expected}.`, {
      faults: faults ?? [{ pointer, detail: expected }],
    });
  }
}

function checkNamed(snapshot: Snapshot): CheckedSnapshot {
  try {
    return checkSnapshot(snapshot);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { summary, faults } = error;
    throw new UserError('bad-state', `The workspace ${snapshot.workspace.id}: ${summary}`, { faults });
  }
}

function valueAt(value: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(
    (parent, name) => (Array.isArray(parent) ? parent[Number(name)] : fieldOf(parent, name)),
    value,
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'the field';
  if (Array.isArray(value)) return 'the list';
  if (isObject(value)) return 'the object';
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
