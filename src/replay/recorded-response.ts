/** The response of an exchange, as far as the recording has it: JSON, other text, no body, or a broken connection. */
import { bytesOfBase64 } from '../journal/body.js';
import {
  headerOf,
  type Exchange,
  type HeaderPairs,
  type WireBody,
  type WireFailure,
} from '../journal/exchange.js';

export type RecordedResponse =
  | ({ readonly kind: 'json'; readonly value: unknown } & Head)
  /** A body that is not JSON. */
  | ({ readonly kind: 'text'; readonly text: string } & Head)
  | ({ readonly kind: 'empty' } & Head)
  /** The service sent a body, and the recording has no part of it or only a part. */
  | ({ readonly kind: 'missing' } & Head)
  /** The response did not arrive, or only a part of it. */
  | {
      readonly kind: 'broken';
      readonly status: 0;
      readonly failure: WireFailure;
      /** The status that arrived before the connection broke. */
      readonly partialStatus: number | undefined;
    };

interface Head {
  readonly status: number;
  readonly mediaType: string | undefined;
  /** The value of `Retry-After`; a date is converted to seconds. */
  readonly retryAfter: string | undefined;
  /** Other headers that clients act on, by their usual names. */
  readonly acted: readonly (readonly [name: string, value: string])[];
}

/** The headers of a response that clients act on, besides those of its body and `Retry-After`. */
const ACTED = ['Location', 'Allow', 'WWW-Authenticate'];

export function readResponse({ response, failure, endedAt }: Exchange): RecordedResponse {
  if (failure !== undefined || !response)
    return {
      kind: 'broken',
      status: 0,
      failure: failure ?? 'aborted',
      partialStatus: response?.status,
    };
  const { headers, body, status } = response;
  const mediaType = headerOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  const head = {
    status,
    mediaType,
    retryAfter: retryAfterOf(headers, endedAt),
    acted: ACTED.flatMap((name) => {
      const value = headerOf(headers, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  };
  if (!body || (body.bytes === 0 && body.text === '')) {
    // Some recorders leave out bodies without a mark. A success other than 204 has a body in this interface.
    // An error without a body has no media type either.
    const hadBody = isSuccess(status) ? status !== 204 : mediaType !== undefined && !isEmpty(headers);
    return { kind: hadBody ? 'missing' : 'empty', ...head };
  }
  if (body.cut) return { kind: 'missing', ...head };
  const text = textOf(body);
  try {
    return { kind: 'json', value: JSON.parse(text.replace(/^\ufeff/, '')), ...head };
  } catch {
    return { kind: 'text', text, ...head };
  }
}

function isEmpty(headers: HeaderPairs): boolean {
  return headerOf(headers, 'content-length')?.trim() === '0';
}

/** A replay happens at another time, so a date becomes the number of seconds from the response to that date. */
function retryAfterOf(headers: HeaderPairs, endedAt: number): string | undefined {
  const value = headerOf(headers, 'retry-after')?.trim();
  const date = value !== undefined && /^[a-z]{3},? /i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(date)) return value;
  const sent = Date.parse(headerOf(headers, 'date') ?? '');
  return String(Math.max(0, Math.round((date - (Number.isNaN(sent) ? endedAt : sent)) / 1000)));
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function textOf({ text, encoding }: WireBody): string {
  const bytes = encoding === 'base64' ? bytesOfBase64(text) : undefined;
  return bytes ? new TextDecoder().decode(bytes) : text;
}
