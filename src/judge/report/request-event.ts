/** An event of the timeline: one request with its result. */
import { getField, isObject } from '../../base/json.js';
import { getPath } from '../../base/url-path.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { getJson } from '../model/body.js';
import type { Call } from '../model/call.js';
import { formatResult, formatStatus } from '../model/format-result.js';
import type { RequestEvent } from './report.js';
import { truncateText } from './truncate.js';

/** A response that takes longer is slow: clients poll every few seconds. */
export const SLOW_MS = 5_000;

const MAX_TEXT_LENGTH = 200;

const kindByOperation: Partial<Record<OperationId, RequestEvent['kind']>> = {
  startGeneration: 'start',
  getGenerationStatus: 'poll',
  sendGenerationMessage: 'reply',
};

type CommonFields = Pick<
  RequestEvent,
  'exchange' | 'source' | 'offsetMs' | 'durationMs' | 'result' | 'hasProblem' | 'retryAfter'
>;

/** An event of a job. Its `offsetMs` is in ms since 1970. */
export function buildJobEvent(call: Call): RequestEvent {
  const kind = kindByOperation[call.operation] ?? 'other';
  return {
    kind,
    ...getCommonFields(call.exchange, call),
    ...(kind === 'reply' ? getReplyFields(call) : getStatusFields(call)),
  };
}

/**
 * An event without a job. Its `offsetMs` is in ms since 1970.
 * @param call `undefined` if the request matches no documented operation
 */
export function buildOtherEvent(exchange: Exchange, call: Call | undefined): RequestEvent {
  const path = getPath(exchange.request.url);
  const at = path.indexOf(`${basePath}/`);
  const shortPath = call && at >= 0 ? path.slice(at + basePath.length) : path;
  const request = truncateText(`${exchange.request.method} ${shortPath}`, MAX_TEXT_LENGTH);
  return { kind: 'other', request, ...getCommonFields(exchange, call) };
}

function getCommonFields(exchange: Exchange, call: Call | undefined): CommonFields {
  const { sequence, startedAt, endedAt, response, metadata } = exchange;
  const durationMs = endedAt - startedAt;
  const retryAfter = response && getHeader(response.headers, 'retry-after');
  const hasProblem =
    durationMs >= SLOW_MS || isUnsuccessful(exchange) || (call !== undefined && hasUnusableBody(call));
  return {
    exchange: sequence,
    ...(metadata?.source !== undefined && { source: truncateText(metadata.source, MAX_TEXT_LENGTH) }),
    offsetMs: startedAt,
    durationMs,
    result: call ? formatResult(call) : formatStatus({ exchange }),
    ...(hasProblem && { hasProblem }),
    ...(retryAfter !== undefined && { retryAfter: truncateText(retryAfter, 40) }),
  };
}

const isUnsuccessful = ({ response, failure }: Exchange): boolean =>
  failure !== undefined || response === undefined || response.status >= 400;

/** Whether a success lacks the documented JSON body. */
function hasUnusableBody({ operation, isSuccess, responseBody }: Call): boolean {
  if (!isSuccess) return false;
  if (responseBody.kind === 'not-json') return true;
  return (
    responseBody.kind === 'empty' && (operation === 'startGeneration' || operation === 'getGenerationStatus')
  );
}

/** The fields of a status response. The response to a start has some of them. */
function getStatusFields({ responseBody }: Call): Partial<RequestEvent> {
  const body = getJson(responseBody);
  if (!isObject(body)) return {};
  const jobStatus = getField(body, 'status');
  const text = getField(body, jobStatus === 'failed' ? 'error' : 'message');
  const tokens = getField(body, 'tokens_used');
  const progress = getField(body, 'progress');
  const [completed, total] = [getField(progress, 'slides_completed'), getField(progress, 'slides_total')];
  return {
    ...(typeof jobStatus === 'string' && { jobStatus: truncateText(jobStatus, 40) }),
    ...(typeof text === 'string' && { text: truncateText(text, MAX_TEXT_LENGTH) }),
    ...(typeof completed === 'number' && typeof total === 'number' && { progress: { completed, total } }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** The only string of the body, or else the whole body: the spec does not define its fields. */
function getReplyFields({ requestBody, exchange }: Call): Partial<RequestEvent> {
  const body = getJson(requestBody);
  const strings = isObject(body) ? Object.values(body).filter((value) => typeof value === 'string') : [];
  const [only, ...more] = strings;
  const text = only !== undefined && more.length === 0 ? only : exchange.request.body?.text;
  return text === undefined || text === '' ? {} : { text: truncateText(text, MAX_TEXT_LENGTH) };
}
