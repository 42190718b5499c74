/**
 * What each job of a recording did, as rows of text: its start, the states that polls showed, messages and failures. Polls of the
 * same state are one row, so that the pace of the client makes no difference.
 */
import { groupBy } from '../../base/group-by.js';
import { fieldOf } from '../../base/json.js';
import type { Exchange } from '../../journal/exchange.js';
import { callsOf, type Call } from '../call.js';
import { isAboutJob } from '../recorded-jobs.js';
import { startedId } from '../recorded-ids.js';
import type { RecordedResponse } from '../recorded-response.js';
import { stateOf, type StateText } from './state-text.js';

export interface Row {
  /** Rows with the same key are compared by their bodies. */
  readonly key: string;
  readonly text: string;
  /** Milliseconds from the first call of the story to the first call of the row. */
  readonly after: number;
  readonly calls: readonly Call[];
  /** What the figures of the row's polls show, such as `slides 0..8 of 8`. They depend on when the client polls. */
  readonly figures: string;
}

export interface Story {
  /** The generation_id; undefined for the requests that are not about a job. */
  readonly id: string | undefined;
  readonly rows: readonly Row[];
}

/** The jobs in the order of their first calls, and then the other requests, if there are any. */
export function storiesOf(exchanges: readonly Exchange[]): readonly Story[] {
  const calls = callsOf(exchanges);
  const byJob = groupBy(calls, jobIdOf);
  const others = byJob.get('') ?? [];
  const jobs = [...byJob].filter(([id]) => id !== '').map(([id, list]) => ({ id, rows: rowsOf(list) }));
  return others.length === 0 ? jobs : [...jobs, { id: undefined, rows: rowsOf(others) }];
}

function jobIdOf(call: Call): string {
  return isAboutJob(call) ? call.id : (startedId(call) ?? '');
}

function rowsOf(calls: readonly Call[]): readonly Row[] {
  const began = calls[0]?.at ?? 0;
  const rows: { key: string; text: string; after: number; calls: Call[]; figures: string }[] = [];
  for (const call of calls) {
    const { key, text, figure } = stateIn(call);
    const last = rows.at(-1);
    if (last?.text === text) {
      last.calls.push(call);
      if (figure !== '') last.figures = joined(last.figures, figure);
    } else rows.push({ key, text, after: call.at - began, calls: [call], figures: figure });
  }
  return rows;
}

const VERBS: Readonly<Record<Call['operation'], string>> = {
  startGeneration: 'start',
  getGenerationStatus: 'poll',
  sendGenerationMessage: 'message',
  listTemplates: 'list templates',
  createPresentation: 'create presentation',
  getPresentation: 'get presentation',
  updatePresentation: 'rename presentation',
};

function stateIn({ operation, response }: Call): StateText {
  const { kind, status } = response;
  const state = operation === 'getGenerationStatus' && kind === 'json' ? stateOf(response.value) : undefined;
  if (state && status === 200) return state;
  const text = `${VERBS[operation]}: ${endOf(response)}`;
  return state
    ? { key: `${text}, ${state.key}`, text: `${text}, ${state.text}`, figure: '' }
    : { key: text, text, figure: '' };
}

function endOf(response: RecordedResponse): string {
  if (response.kind === 'broken')
    return response.partialStatus === undefined
      ? `no response (${response.failure})`
      : `${response.partialStatus}, ${response.failure}`;
  const { kind, status, retryAfter } = response;
  const code = kind === 'json' ? fieldOf(response.value, 'code') : undefined;
  const parts = [
    `${status}`,
    ...(typeof code === 'string' && status >= 400 ? [code] : []),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
    ...(kind === 'missing' ? ['body not recorded'] : kind === 'text' ? ['not JSON'] : []),
  ];
  return parts.join(', ');
}

/** The first and the last figure. */
function joined(before: string, now: string): string {
  const [first = ''] = before.split(' … ');
  return first === now ? first : `${first} … ${now}`;
}
