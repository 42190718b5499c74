/** One request with its result as an event of the timeline. */
import { basePath, type OperationId } from '../../generated/routes.js';
import { fieldOf, isObject } from '../../base/json.js';
import { pathOf } from '../../base/url-path.js';
import { headerOf, type Exchange } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import { jsonOf } from '../model/payload.js';
import { resultText, statusText } from '../model/status-text.js';
import { boundedText } from './bounded.js';
import type { RequestEvent } from './model.js';

/** Ms. A response that takes longer is slow: clients poll every few seconds. */
export const SLOW = 5_000;

const MAX_TEXT = 200;

const kinds: Partial<Record<OperationId, RequestEvent['kind']>> = {
  startGeneration: 'start',
  getGenerationStatus: 'poll',
  sendGenerationMessage: 'reply',
};

/** An event of a job. */
export function jobEvent(call: Call): RequestEvent {
  const kind = kinds[call.operation] ?? 'other';
  return {
    kind,
    ...commonFields(call.exchange, call),
    ...(kind === 'reply' ? replyFields(call) : viewFields(call)),
  };
}

/** An event without a job. @param call `undefined` if the request matches no documented operation */
export function otherEvent(exchange: Exchange, call: Call | undefined): RequestEvent {
  const path = pathOf(exchange.request.url);
  const at = path.indexOf(`${basePath}/`);
  const shown = call && at >= 0 ? path.slice(at + basePath.length) : path;
  const request = boundedText(`${exchange.request.method} ${shown}`, MAX_TEXT);
  return { kind: 'other', request, ...commonFields(exchange, call) };
}

function commonFields(
  exchange: Exchange,
  call: Call | undefined,
): Pick<RequestEvent, 'exchange' | 'source' | 'at' | 'took' | 'result' | 'isTrouble' | 'retryAfter'> {
  const { sequence, startedAt, endedAt, response, notes } = exchange;
  const took = endedAt - startedAt;
  const retryAfter = response && headerOf(response.headers, 'retry-after');
  const isTrouble = took >= SLOW || isRefused(exchange) || (call !== undefined && isUnusable(call));
  return {
    exchange: sequence,
    ...(notes?.source !== undefined && { source: boundedText(notes.source, MAX_TEXT) }),
    at: startedAt,
    took,
    result: call ? resultText(call) : statusText({ exchange }),
    ...(isTrouble && { isTrouble }),
    ...(retryAfter !== undefined && { retryAfter: boundedText(retryAfter, 40) }),
  };
}

const isRefused = ({ response, failure }: Exchange): boolean =>
  failure !== undefined || response === undefined || response.status >= 400;

/** Whether a success has no view, although the interface documents its body. */
function isUnusable({ operation, ok, received }: Call): boolean {
  if (!ok) return false;
  if (received.kind === 'not-json') return true;
  return (
    received.kind === 'empty' && (operation === 'startGeneration' || operation === 'getGenerationStatus')
  );
}

/** What a status view tells. The response to a start is a short view. */
function viewFields({ received }: Call): Partial<RequestEvent> {
  const view = jsonOf(received);
  if (!isObject(view)) return {};
  const state = fieldOf(view, 'status');
  const text = fieldOf(view, state === 'failed' ? 'error' : 'message');
  const tokens = fieldOf(view, 'tokens_used');
  const progress = fieldOf(view, 'progress');
  const [completed, total] = [fieldOf(progress, 'slides_completed'), fieldOf(progress, 'slides_total')];
  return {
    ...(typeof state === 'string' && { state: boundedText(state, 40) }),
    ...(typeof text === 'string' && { text: boundedText(text, MAX_TEXT) }),
    ...(typeof completed === 'number' && typeof total === 'number' && { progress: { completed, total } }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** The only string of the body, or the whole body: the interface documents no shape. */
function replyFields({ sent, exchange }: Call): Partial<RequestEvent> {
  const body = jsonOf(sent);
  const strings = isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
  const [only, ...more] = strings;
  const text = only !== undefined && more.length === 0 ? only : exchange.request.body?.text;
  return text === undefined || text === '' ? {} : { text: boundedText(text, MAX_TEXT) };
}
