/** A finished exchange as the journal keeps it: in the workspace's time, without the key. */
import type { Exchange, WireBody } from '../journal/exchange.js';
import { keyMark, redactHeaders, redactText, redactUrl } from '../journal/redact.js';
import type { Answer } from './api.js';
import { readClock, type Clock } from './clock.js';

/** A finished exchange as the transport saw it, in real time. */
export interface FinishedExchange extends Pick<Exchange, 'request' | 'response' | 'failure'> {
  /** When the last byte had gone, in milliseconds since 1970. */
  readonly endedAt: number;
}

export function journalEntry(wire: FinishedExchange, answer: Answer, clock: Clock): Exchange {
  const { key, notes, startedAt, sequence, steered } = answer;
  const { request, response, failure } = wire;
  const value = key?.value;
  const mark = keyMark(key?.hash.slice(0, 8));
  const redactBody = (body: WireBody): WireBody => ({ ...body, text: redactText(body.text, value, mark) });
  return {
    sequence,
    startedAt,
    endedAt: Math.max(startedAt, readClock(clock, wire.endedAt)),
    request: {
      method: request.method,
      url: redactUrl(request.url, value, mark),
      headers: redactHeaders(request.headers, mark, value),
      ...(request.body && { body: redactBody(request.body) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: redactHeaders(response.headers, mark, value),
        ...(response.body && { body: redactBody(response.body) }),
      },
    }),
    ...(failure && { failure }),
    ...(steered && { steered }),
    notes,
  };
}
