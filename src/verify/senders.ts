/** The requests that rows and jobs share: polls, fetches, renames, and a burst. Sections 4.2, 4.5, 4.7 and 8. */
import type { JobStatus } from '../generated/lifecycle.js';
import { getField } from '../base/json.js';
import { parseJobStatus, type Call } from '../judge/model/call.js';
import { getJson } from '../judge/model/body.js';
import { isStoredForm } from '../judge/rules/checks/compare-titles.js';
import { isBodyRefusal } from './request-bodies.js';
import { burstOf } from './plan.js';
import type { RequestSpec } from './request-spec.js';
import type { KnownPresentation, RunState } from './run-state.js';
import type { KeyHeader } from './api-keys.js';
import { titlesFor } from './test-payloads.js';

export interface Poll {
  /** `undefined` if the view has none of the four. */
  readonly status: JobStatus | undefined;
  /** `undefined` if the poll failed, or its body is not JSON. */
  readonly view: unknown;
  readonly startedAt: number;
}

/** Polls a job once and emits its status. */
export async function poll(
  context: RunState,
  id: string,
  isSoon = false,
  by: RequestSpec['by'] = 'key',
): Promise<Poll> {
  const call = await context.session.call({ operation: 'getGenerationStatus', id, isSoon, by });
  const view = call.isSuccess ? getJson(call.responseBody) : undefined;
  const status = parseJobStatus(getField(view, 'status'));
  context.emit({ kind: 'job', id, status: status ?? String(call.status) });
  return { status, view, startedAt: call.exchange.startedAt };
}

/** Fetches a presentation. @returns its title; `undefined` if the fetch fails or returns no title */
export async function fetchTitle({ session }: RunState, id: string): Promise<string | undefined> {
  const call = await session.call({ operation: 'getPresentation', id });
  const title = call.isSuccess ? getField(getJson(call.responseBody), 'title') : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** Ms beyond the settling time, so that the second fetch certainly starts after it. */
const MARGIN = 50;

export async function fetch(context: RunState, { id }: KnownPresentation): Promise<Call> {
  const call = await context.session.call({ operation: 'getPresentation', id });
  if (call.isSuccess) context.shownTitles.set(id, getField(getJson(call.responseBody), 'title'));
  return call;
}

/** If the fetch does not show the last accepted title, waits for the settling time of replicas, and fetches again. */
export async function fetchSettled(context: RunState, { id }: KnownPresentation): Promise<void> {
  const { session, acceptedTitles } = context;
  const call = await session.call({ operation: 'getPresentation', id });
  const title = acceptedTitles.get(id);
  const shown = getField(getJson(call.responseBody), 'title');
  if (!call.isSuccess || title === undefined || (typeof shown === 'string' && isStoredForm(title, shown)))
    return;
  await session.sleep(session.settings.consistencyWindow + MARGIN);
  await session.call({ operation: 'getPresentation', id });
}

export function patch(
  context: RunState,
  { id }: KnownPresentation,
  via: KeyHeader,
  body: unknown,
  ignoresBudget = false,
): Promise<Call> {
  context.shownTitles.delete(id);
  return context.session.call({ operation: 'updatePresentation', id, via, body, ignoresBudget });
}

/** Tries titles until the service accepts one. */
export async function rename(context: RunState, deck: KnownPresentation, via: KeyHeader): Promise<void> {
  const { acceptedTitles } = context;
  acceptedTitles.delete(deck.id);
  for (const title of titlesFor[deck.job === undefined ? 'created' : 'generated']) {
    const call = await patch(context, deck, via, { title });
    if (call.isSuccess) return void acceptedTitles.set(deck.id, title);
    // A firewall may refuse markup with 403.
    if (call.status === 404 || !(isBodyRefusal(call) || call.status === 403)) return;
  }
}

/** Renames to the former title. */
export async function restore(context: RunState, deck: KnownPresentation): Promise<void> {
  const { isSuccess } = await patch(context, deck, 'x-api-key', { title: deck.title });
  if (isSuccess) context.acceptedTitles.set(deck.id, deck.title);
  else context.acceptedTitles.delete(deck.id);
}

/** Restores the former title if it may have another one, also after an error or an interruption. */
export async function restoreTitle(context: RunState, deck: KnownPresentation): Promise<void> {
  const { session, shownTitles } = context;
  if (shownTitles.get(deck.id) === deck.title) return;
  const shown = await session.call({ operation: 'getPresentation', id: deck.id, ignoresBudget: true });
  if (
    !shown.isSuccess ||
    shown.responseBody.kind !== 'json' ||
    getField(shown.responseBody.value, 'title') === deck.title
  )
    return;
  const call = await patch(context, deck, 'bearer', { title: deck.title }, true);
  if (!call.isSuccess) session.note(`the title of presentation ${deck.id} could not be restored`);
}

/** Sends a burst of requests, if the options ask for it, until the service limits them. Section 8. */
export async function exceedRateLimit({ session }: RunState): Promise<void> {
  if (!session.settings.probeRateLimit) return;
  session.phase('exceeding the rate limit');
  const burst = burstOf(session.settings);
  let refusals = 0;
  let limited = 0;
  for (let sent = 0; sent < burst && refusals < 4; sent++) {
    const call = await session.call({ operation: 'listTemplates', via: 'bearer', unpaced: true });
    // A single 429 can be a passing fault.
    limited = call.status === 429 ? limited + 1 : 0;
    if (limited === 2) return;
    refusals = call.isSuccess || limited > 0 ? 0 : refusals + 1;
  }
  if (refusals === 0) session.note(`${burst} requests in a row: no rate limit response`);
}

/** Waits for all tasks even if one rejects, so no request is open when the run ends. Then rejects with the first error. */
export async function waitForAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
