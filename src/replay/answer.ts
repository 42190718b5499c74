/** What came back for a request, as far as the recording has it: data, a text, nothing, or a connection that broke. */
import { bytesOfBase64 } from '../journal/body.js';
import {
  headerOf,
  type Exchange,
  type HeaderPairs,
  type WireBody,
  type WireFailure,
} from '../journal/exchange.js';

export type Answer =
  | ({ readonly kind: 'json'; readonly value: unknown } & Head)
  /** A body that is not JSON. */
  | ({ readonly kind: 'text'; readonly text: string } & Head)
  | ({ readonly kind: 'empty' } & Head)
  /** There was a body, and the recording does not have it, or not all of it. */
  | ({ readonly kind: 'missing' } & Head)
  /** No whole answer came. */
  | {
      readonly kind: 'broken';
      readonly status: 0;
      readonly failure: WireFailure;
      /** The status that came before it broke off. */
      readonly begun: number | undefined;
    };

interface Head {
  readonly status: number;
  readonly mediaType: string | undefined;
  /** What `Retry-After` said; in seconds, also where it gave a date. */
  readonly retryAfter: string | undefined;
}

export function readAnswer({ response, failure, endedAt }: Exchange): Answer {
  if (failure !== undefined || !response)
    return { kind: 'broken', status: 0, failure: failure ?? 'aborted', begun: response?.status };
  const { headers, body, status } = response;
  const mediaType = headerOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  const head = { status, mediaType, retryAfter: retryAfterOf(headers, endedAt) };
  if (!body || (body.bytes === 0 && body.text === '')) {
    // Not every recorder says that it left a body out: where there has to be one, there was one.
    return { kind: isSuccess(status) && status !== 204 ? 'missing' : 'empty', ...head };
  }
  if (body.cut) return { kind: 'missing', ...head };
  const text = textOf(body);
  try {
    return { kind: 'json', value: JSON.parse(text.replace(/^\ufeff/, '')), ...head };
  } catch {
    return { kind: 'text', text, ...head };
  }
}

/** A date is of use to nobody who replays it later: what counts is how far off it was. */
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

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of an object, never one that its prototype lends it. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf({ text, encoding }: WireBody): string {
  const bytes = encoding === 'base64' ? bytesOfBase64(text) : undefined;
  return bytes ? new TextDecoder().decode(bytes) : text;
}
