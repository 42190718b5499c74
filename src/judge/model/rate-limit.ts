/** Detects rate limit responses with another status than 429. Their calls count as calls with 429. Sections 7 and 8. */
import { getHeader, type HeaderPairs, type WireResponse } from '../../journal/exchange.js';
import type { OperationId } from '../../generated/routes.js';
import { getField, isObject } from '../../base/json.js';
import { getJson, type ParsedBody } from './body.js';

/** A longer body is a resource or a page. */
const MAX_BODY_LENGTH = 2000;

const RATE_LIMIT_TEXT =
  /rate[\s_-]?limit(?:ed|s?[\s_-]+(?:\w+\s+){0,2}(?:exceed|reach|hit))|exceed\w*\W+(?:\w+\W+){0,4}rate[\s_-]?limit|too[\s_-]?many[\s_-]?requests|\bthrottl(?:ed|ing)\b|slow down|requests per (?:second|minute|hour)|"(?:status|status_?code|code)"\s*:\s*"?429\b/i;

/** A limit of an upstream service is a server error. */
const UPSTREAM_TEXT = /upstream|provider|\bmodel\b/i;

/** Fields of resources. Their texts can be about anything. */
const RESOURCE_FIELDS: readonly string[] = [
  'id',
  'generation_id',
  'presentation',
  'presentations',
  'templates',
  'sections',
];

const ERROR_FIELDS: readonly string[] = [
  'error',
  'errors',
  'code',
  'error_code',
  'status_code',
  'statusCode',
  'detail',
];

/** @returns the status of a rate limit response; `undefined` for other responses, and for 429 */
export function getRateLimitStatus(
  response: WireResponse,
  body: ParsedBody,
  operation: OperationId | undefined,
): number | undefined {
  const { status, headers } = response;
  if (status === 429 || status < 200 || (status >= 300 && status < 400)) return undefined;
  const text = response.body?.text ?? '';
  const hasText =
    text.length < MAX_BODY_LENGTH &&
    RATE_LIMIT_TEXT.test(text) &&
    !(status >= 500 && UPSTREAM_TEXT.test(text));
  if (status < 300) return hasText && isError(getJson(body), operation) ? status : undefined;
  // Either header alone is common on other responses.
  const isLimit =
    hasText || (isRateLimitExhausted(headers) && getHeader(headers, 'retry-after') !== undefined);
  return isLimit ? status : undefined;
}

/** Whether the body of a success describes an error and contains no resource. */
function isError(body: unknown, operation: OperationId | undefined): boolean {
  if (!isObject(body) || RESOURCE_FIELDS.some((name) => getField(body, name) !== undefined)) return false;
  // The message of a job can be about limits, but has no error next to it.
  return (
    ERROR_FIELDS.some((name) => getField(body, name) !== undefined) ||
    (operation === 'listTemplates' && Object.values(body).every((value) => typeof value !== 'object'))
  );
}

/** Whether a header says that no requests remain. */
export function isRateLimitExhausted(headers: HeaderPairs): boolean {
  const remaining =
    getHeader(headers, 'ratelimit-remaining') ??
    getHeader(headers, 'x-ratelimit-remaining') ??
    getHeader(headers, 'x-rate-limit-remaining') ??
    /(?:remaining=|;r=)(\d+)/.exec(getHeader(headers, 'ratelimit') ?? '')?.[1];
  return remaining?.trim() === '0';
}
