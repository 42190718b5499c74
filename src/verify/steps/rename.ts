/**
 * What a run sends once its jobs have ended, in this order: the renames, then the last requests. The columns say in which runs a row
 * is sent, and at which pace. Sections 3, 4.6, 4.7, 5 and 8.
 */
import type { Call } from '../../judge/model/call.js';
import { readWithoutKey, sendInForms, sendWithDisabledKey, sendWithoutKey } from './invalid-keys.js';
import {
  sendLateMessages,
  readAll,
  readOnce,
  readSome,
  readUnknownIds,
  useBothHeaders,
} from './final-reads.js';
import { accessAsOtherWorkspace, fetchAsOtherWorkspace } from './other-workspace.js';
import type { KnownPresentation, RunState } from '../run-state.js';
import {
  exceedRateLimit,
  fetch,
  fetchSettled,
  patch,
  poll,
  rename,
  restore,
  waitForAll,
} from '../senders.js';
import { DIGITS } from '../test-payloads.js';

type RunKind = 'full' | 'smoke' | 'read-only';

/** When a row is sent. */
export interface StepCondition {
  /** The runs that send it. Default: full ones. */
  readonly runs?: readonly RunKind[];
  /** Sent only with a request rate, or only without one. A smoke run has few requests, and sends them as without a rate. */
  readonly pace?: 'paced' | 'unpaced';
}

export interface RunStep extends StepCondition {
  readonly send: (run: RunState) => Promise<unknown>;
}

export async function sendRows(run: RunState, rows: readonly RunStep[]): Promise<void> {
  for (const row of rows) if (isIn(run, row)) await row.send(run);
}

/** Whether a run of this kind and pace sends the row. */
export function isIn(run: RunState, { runs = ['full'], pace }: StepCondition): boolean {
  const { readOnly, smoke } = run.session.settings;
  const kind = readOnly ? 'read-only' : smoke ? 'smoke' : 'full';
  const own = run.isPaced && kind !== 'smoke' ? 'paced' : 'unpaced';
  return runs.includes(kind) && (pace ?? own) === own;
}

const CHANGING: readonly RunKind[] = ['full', 'smoke'];
const NOT_SMOKE: readonly RunKind[] = ['full', 'read-only'];
const ALL: readonly RunKind[] = ['full', 'smoke', 'read-only'];

type Send = (run: RunState, deck: KnownPresentation) => Promise<unknown>;
type Due = (run: RunState) => KnownPresentation | undefined;

/** Sends it to the presentation, if the run has it. */
const to =
  (due: Due, send: Send): RunStep['send'] =>
  async (run) => {
    const deck = due(run);
    if (deck) await send(run, deck);
  };

const isCreated = ({ job }: KnownPresentation): boolean => job === undefined;
const created: Due = ({ presentations }) => presentations.find(isCreated);
/** The presentation whose title is changed and restored. */
const target: Due = ({ presentations }) => presentations[0];
/** Another one, which the run created if possible. */
const another: Due = (run) => {
  const deck = created(run) ?? run.presentations[1];
  return deck === target(run) ? undefined : deck;
};
const anotherCreated: Due = (run) => (another(run) === created(run) ? created(run) : undefined);
/** One whose title is not restored: the run created it itself, if possible. */
const expendable: Due = (run) => created(run) ?? target(run);
const expendableResult: Due = (run) => (created(run) ? undefined : target(run));

const withoutKey: Send = (run, { id }) =>
  sendWithoutKey(run, { operation: 'updatePresentation', id, body: (title) => ({ title }) });
const pollItsJob: Send = async (run, { job }) => job !== undefined && poll(run, job);

const patchWith =
  (bodyOf: (title: string) => unknown) =>
  (run: RunState, deck: KnownPresentation): Promise<Call> =>
    patch(run, deck, 'bearer', bodyOf(deck.title));
/** A later fetch shows the effects of a refused PATCH, too. */
const fetchUnlessRefused =
  (send: ReturnType<typeof patchWith>): Send =>
  async (run, deck) => {
    const { isClientError } = await send(run, deck);
    if (!isClientError) await fetch(run, deck);
  };

// Never is_public: the presentation may be a real one.
const sections = [{ title: '[deckhand check]' }];
const content = '[deckhand check]';

export const renames: readonly RunStep[] = [
  { send: to(target, (run, deck) => rename(run, deck, 'bearer')), runs: CHANGING },
  // The next fetch shows their effects, too.
  { send: to(target, withoutKey) },
  { send: to(target, fetchSettled), runs: CHANGING },
  { send: to(another, fetch) },
  { send: to(anotherCreated, (run, deck) => rename(run, deck, 'x-api-key')) },
  { send: to(anotherCreated, accessAsOtherWorkspace) },
  { send: to(anotherCreated, fetchSettled) },
  { send: fetchAsOtherWorkspace },
  { send: to(target, accessAsOtherWorkspace), runs: ALL },
  { send: to(target, pollItsJob) },
  { send: to(target, fetchSettled) },
  // The interface does not say what these titles do. A presentation must still have a title, a string.
  { send: to(expendable, fetchUnlessRefused(patchWith(() => ({ title: 7 })))) },
  { send: to(expendable, fetchUnlessRefused(patchWith(() => ({ title: null })))) },
  {
    send: to(
      expendable,
      patchWith(() => ({ title: DIGITS })),
    ),
  },
  { send: to(expendable, fetch) },
  // The reads at the end of the run show what it does, also if the service refuses it.
  {
    send: to(
      expendable,
      patchWith(() => ({ title: '' })),
    ),
  },
  { send: to(expendableResult, fetch) },
  { send: to(target, restore) },
  { send: to(target, fetch), pace: 'paced' },
  { send: to(target, fetchSettled), pace: 'unpaced' },
  // Slides, alone and beside the title.
  { send: to(target, fetchUnlessRefused(patchWith(() => ({ sections })))), pace: 'paced' },
  {
    send: to(
      target,
      patchWith((title) => ({ title, sections, slides: sections, content })),
    ),
    pace: 'paced',
  },
  {
    send: to(
      target,
      patchWith(() => ({ sections })),
    ),
    pace: 'unpaced',
  },
  { send: to(target, fetch), pace: 'unpaced' },
  {
    send: to(
      target,
      patchWith((title) => ({ title, sections })),
    ),
    pace: 'unpaced',
  },
  { send: to(target, fetch), pace: 'unpaced' },
  {
    send: to(
      target,
      patchWith((title) => ({ title, slides: sections, content })),
    ),
    pace: 'unpaced',
  },
  { send: to(target, fetch) },
];

/** Ms after the last change and beyond the settling time. */
const LATE = 500;

export const lastRequests: readonly RunStep[] = [
  { send: readUnknownIds, runs: NOT_SMOKE, pace: 'unpaced' },
  { send: (run) => waitForAll([sendWithDisabledKey(run), sendLateMessages(run)]) },
  { send: sendWithDisabledKey, runs: ['smoke', 'read-only'] },
  // Each header must still work. With a request rate, the reads below use both.
  { send: useBothHeaders, runs: NOT_SMOKE, pace: 'unpaced' },
  { send: ({ session }) => session.sleep(session.settings.consistencyWindow + LATE), runs: ALL },
  { send: readAll, runs: ALL, pace: 'unpaced' },
  { send: readSome, runs: ALL, pace: 'paced' },
  // A service that blocks an address after wrong keys does not spoil the rest.
  { send: readWithoutKey, runs: ALL },
  { send: readOnce, runs: NOT_SMOKE },
  // A service may count them as wrong keys, and block the run.
  { send: sendInForms, runs: NOT_SMOKE },
  { send: exceedRateLimit, runs: ALL },
];
