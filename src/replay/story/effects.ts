/** What went wrong with a recorded response, as the effect of a fault in a scenario. */
import type { Fault, FaultAnswer } from '../../generated/control-api.js';
import { problems } from '../../generated/problems.js';
import { fieldOf } from '../../base/json.js';
import { headerOf, type Exchange, type WireResponse } from '../../journal/exchange.js';
import type { Call } from '../../trace/call.js';
import { mediaTypeOf } from '../../trace/payload.js';
import type { LeftOut } from './left-out.js';
import type { Texts } from './texts.js';

export type Effect = Omit<Fault, 'on' | 'requests' | 'during' | 'chance'>;

/** A client that waits this long before it aborts, in milliseconds, waits for the service. */
const PATIENCE = 1000;

/** Undefined when nothing went wrong, or when no fault can express it. */
export function effectOf(call: Call, texts: Texts, leftOut: LeftOut): Effect | undefined {
  const { exchange, operation, received } = call;
  const { response, failure, proxyResponse } = exchange;
  // The client saw the proxy's response.
  if (proxyResponse) return { answer: { status: proxyResponse.status } };
  if (failure !== undefined && failure !== 'gateway') return failureEffect(exchange, leftOut);
  if (!response) return undefined;
  const { status } = response;
  if (status >= 400) return { answer: responseOf(response, call, texts) };
  if (status >= 300) {
    if (status !== 304) leftOut.add(`A ${status} of ${operation}`);
    return undefined;
  }
  if (received.kind === 'not-json') return { corrupt: 'malformed' };
  if (operation === 'getGenerationStatus' && received.kind !== 'json')
    leftOut.add('A status view: the recording does not have its whole body');
  return undefined;
}

function failureEffect(exchange: Exchange, leftOut: LeftOut): Effect | undefined {
  const { failure, response, notes, startedAt, endedAt } = exchange;
  if (notes?.isUnexplained) {
    leftOut.add('A request without a response: the recording does not say why');
    return undefined;
  }
  switch (failure) {
    case 'truncated': {
      const { status = 200 } = response ?? {};
      return { ...(status >= 400 && { answer: { status } }), corrupt: 'truncated' };
    }
    case 'timeout':
      return { connection: 'stall' };
    case 'aborted':
      if (endedAt - startedAt >= PATIENCE) return { connection: 'stall' };
      leftOut.add('A request that the client gave up at once');
      return undefined;
    case 'unreachable':
      leftOut.add('A failure to connect: the story resets the connection');
      return { connection: 'reset' };
    case 'protocol':
      leftOut.add('A response that is not HTTP: the story resets the connection');
      return { connection: 'reset' };
    default:
      return { connection: 'reset' };
  }
}

function responseOf(response: WireResponse, call: Call, texts: Texts): FaultAnswer {
  const seconds = retryAfterOf(response, call.exchange.endedAt);
  const { body, type } = bodyOf(response, call, texts);
  return {
    status: response.status,
    ...(seconds !== undefined && { retry_after: `${seconds}s` }),
    ...(type !== undefined && { headers: { 'Content-Type': type } }),
    ...(body !== undefined && { body }),
  };
}

/** The body, unless the mock server sends a similar one by default. */
function bodyOf(
  response: WireResponse,
  { received }: Call,
  texts: Texts,
): { readonly body?: unknown; readonly type?: string } {
  const text = response.body?.cut ? '' : (response.body?.text ?? '');
  const mediaType = mediaTypeOf(response);
  if (received.kind === 'json') {
    const id = headerOf(response.headers, 'x-request-id');
    const value = JSON.stringify(texts.value(received.value));
    const isId = id !== undefined && /^[\w-]{8,}$/.test(id);
    const body: unknown = JSON.parse(isId ? value.replaceAll(id, '{request_id}') : value);
    return isDefaultProblem(received.value) ? {} : { body };
  }
  // A page of a gateway. A client that reads it as JSON fails.
  const isPage = text !== '' && response.body?.encoding === undefined && mediaType?.startsWith('text/');
  if (!isPage) return {};
  return { body: texts.of('Text', text), type: mediaType };
}

function isDefaultProblem(value: unknown): boolean {
  const code = fieldOf(value, 'code');
  return (
    typeof code === 'string' && Object.hasOwn(problems, code) && fieldOf(value, 'type') === 'about:blank'
  );
}

/** In seconds: a date counts from the response. Undefined for any other value. */
function retryAfterOf({ headers }: WireResponse, endedAt: number): number | undefined {
  const value = headerOf(headers, 'retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = /^[a-z]{3},? /i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(date)) return undefined;
  const sent = Date.parse(headerOf(headers, 'date') ?? '');
  return Math.max(0, Math.round((date - (Number.isNaN(sent) ? endedAt : sent)) / 1000));
}
