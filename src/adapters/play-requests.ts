/**
 * Sends requests to a stand-in at instants of a clock that nobody waits for, and gives the journal of it: a replay of
 * minutes or hours takes as long as computing its answers.
 */
import type { Exchange, WireFailure } from '../journal/exchange.js';
import { bodyOfText } from '../journal/body.js';
import type { Answer } from '../service/api.js';
import type { FinishedExchange } from '../service/journal-entry.js';
import type { Service } from '../service/service.js';

export interface PlayedRequest {
  /** In milliseconds since 1970, not before that of the request before. */
  readonly at: number;
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** After how many milliseconds whoever asks gives up, when no answer comes. */
  readonly patience: number;
}

/** Sends one request, and gives what came of it. */
export async function playRequest(service: Service, request: PlayedRequest): Promise<Exchange> {
  const { at, method, path, headers, body } = request;
  const answer = await service.answer({
    method,
    path,
    header: (name) => headers[name],
    body,
    requestId: `replay-${at}`,
    at,
  });
  return service.record(finished(service, request, answer), answer);
}

function finished(service: Service, request: PlayedRequest, answer: Answer): FinishedExchange {
  const { at, method, path, headers, body, patience } = request;
  const { delivery } = answer;
  const failure: WireFailure | undefined =
    delivery?.connection === 'stall' ? 'aborted' : delivery?.connection === 'reset' ? 'reset' : undefined;
  const held = Math.max(0, (delivery?.holdUntil ?? answer.startedAt) - answer.startedAt);
  return {
    endedAt: at + (delivery?.connection === 'stall' ? patience : held + (delivery?.drip ?? 0)),
    request: {
      method,
      url: service.world.basePath + path,
      headers: Object.entries(headers),
      ...(body !== undefined && { body: bodyOfText(body) }),
    },
    ...(!failure && {
      response: {
        status: answer.status,
        headers: Object.entries(answer.headers),
        ...(answer.body !== '' && { body: bodyOfText(answer.body) }),
      },
    }),
    ...(failure ? { failure } : delivery?.truncate && { failure: 'truncated' as const }),
  };
}
