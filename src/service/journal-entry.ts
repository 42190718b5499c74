/** A finished exchange as the journal keeps it: in the workspace's time, without the key. */
import type { Exchange, WireBody } from '../journal/exchange.js';
import { keyMark, redactHeaders, redactText } from '../journal/redact.js';
import type { Answer } from './api.js';
import { readClock, type Clock } from './clock.js';

/** A finished exchange as the transport saw it, in real time. */
export interface FinishedExchange extends Pick<Exchange, 'request' | 'response' | 'failure'> {
  /** When the last byte had gone, in milliseconds since 1970. */
  readonly endedAt: number;
}

export function journalEntry(
  sequence: number,
  wire: FinishedExchange,
  answer: Answer,
  clock: Clock,
): Exchange {
  const { key, notes, startedAt } = answer;
  const { request, response, failure } = wire;
  const mark = keyMark(key?.hash.slice(0, 8));
  const redactBody = (body: WireBody): WireBody => ({
    ...body,
    text: redactText(body.text, key?.value, mark),
  });
  return {
    sequence,
    startedAt,
    endedAt: Math.max(startedAt, readClock(clock, wire.endedAt)),
    request: {
      method: request.method,
      url: redactText(request.url, key?.value, mark),
      headers: redactHeaders(request.headers, mark),
      ...(request.body && {
        body: { ...request.body, text: redactText(request.body.text, key?.value, mark) },
      }),
    },
    ...(response && {
      response: response.body ? { ...response, body: redactBody(response.body) } : response,
    }),
    ...(failure && { failure }),
    notes,
  };
}
