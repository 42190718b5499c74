/** Gives Deckhand's responses the observed shape of a service: status, headers, and fields. Keeps Deckhand's values. */
import { fieldOf, isObject } from '../../base/json.js';
import type { Expectations, Expected } from './expectations.js';
import { problemAliases, resourceAliases } from './aliases.js';
import { fill } from './fill.js';
import { isSchema, mostFrequent } from './most-frequent.js';
import { openCodes } from './open-codes.js';
import { shapePresentation, shapeView, withMore } from './documented-bodies.js';

/** A response before it is serialized. */
export interface ShapedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a string that is sent unchanged; `undefined` for no body. */
  readonly body: unknown;
  readonly isText?: boolean | undefined;
}

export interface ResponseContext {
  readonly operationId?: string | undefined;
  /** The problem code of an error response. */
  readonly problem?: string | undefined;
  /** Whether a fault of the scenario made the response and chose its status. */
  readonly isFault: boolean;
}

export type Reshape = (response: ShapedResponse, context: ResponseContext) => ShapedResponse;

export function reshapeBy(expectations: Expectations): Reshape {
  return (response, context) => {
    const { problem, isFault } = context;
    if (response.status === 0 || (isFault && problem === undefined)) return response;
    if (problem === undefined && response.status >= 400) return response;
    const shaped =
      problem === undefined
        ? success(response, context, expectations)
        : refusal(response, problem, isFault, expectations);
    return withHeaders(shaped, expectations);
  };
}

function success(
  response: ShapedResponse,
  { operationId = '' }: ResponseContext,
  expectations: Expectations,
): ShapedResponse {
  const state = fieldOf(response.body, 'status');
  const condition = operationId === 'getGenerationStatus' ? ` while ${String(state)}` : '';
  const status = Number(
    mostFrequent(expectations.get(`status/${operationId}`), condition)?.slice(0, 3) ?? response.status,
  );
  const shaped = { ...response, status, body: successBody(response.body, operationId, expectations) };
  if (status === 204 || status === 205 || shaped.body === undefined) return withoutBody(shaped);
  const media = mostFrequent(expectations.get('media-type'));
  return media === undefined ? shaped : withType(shaped, media);
}

function successBody(own: unknown, operationId: string, expectations: Expectations): unknown {
  const open = expectations.get(`body/${operationId}`);
  if (open) {
    if (mostFrequent(open) === 'no body') return undefined;
    return isSchema(open.schema) ? fill(open.schema, own, resourceAliases) : own;
  }
  if (presentations.has(operationId)) return shapePresentation(own, 'Presentation', expectations);
  if (operationId === 'startGeneration') return withMore(own, 'GenerationAccepted', expectations);
  if (operationId === 'getGenerationStatus' || operationId === 'sendGenerationMessage')
    return shapeView(own, expectations);
  return own;
}

/** The operations that return a presentation by default. */
const presentations = new Set(['getPresentation', 'createPresentation', 'updatePresentation']);

function refusal(
  response: ShapedResponse,
  code: string,
  isFault: boolean,
  expectations: Expectations,
): ShapedResponse {
  const expected = expectations.get(`refusal/${code}`);
  const status = isFault ? response.status : Number(mostFrequent(expected) ?? response.status);
  const body = expectations.get('body/refusal');
  const media = mediaOf(body, status);
  if (!body || media === undefined) return { ...response, status };
  if (media === 'no body' || status === 204) return withoutBody({ ...response, status });
  const [name = '', ...suffix] = media.split(' ');
  if (suffix.length > 0) {
    const text = isObject(response.body) ? String(response.body['detail']) : '';
    return withType({ ...response, status, body: text, isText: true }, name);
  }
  if (!isSchema(body.schema)) return withType({ ...response, status }, name);
  const own = isObject(response.body) ? { ...response.body, status } : response.body;
  const example = isObserved(expected, status) ? expected?.example : undefined;
  const schema = openCodes(body.schemas?.[String(status)] ?? body.schema.anyOf?.[0] ?? body.schema, example);
  return withType({ ...response, status, body: fill(schema, own, problemAliases, example) }, name);
}

/** Whether the traffic shows this kind of error with this status. A fault can choose another status. */
function isObserved(expected: Expected | undefined, status: number): boolean {
  return expected?.answers.some(([answer]) => answer === String(status)) ?? false;
}

/** The media type of error responses with this status, or else the most frequent one. */
function mediaOf(body: Expected | undefined, status: number): string | undefined {
  return (mostFrequent(body, ` with ${status}`) ?? mostFrequent(body))?.replace(/ with \d+$/, '');
}

function withHeaders(response: ShapedResponse, expectations: Expectations): ShapedResponse {
  const headers = { ...response.headers };
  const requestId = mostFrequent(expectations.get('header/request-id'));
  if (requestId !== undefined && requestId !== 'none' && !requestId.split(', ').includes('x-request-id')) {
    for (const name of requestId.split(', ')) headers[name] = headers['X-Request-Id'] ?? '';
    delete headers['X-Request-Id'];
  }
  if (requestId === 'none') delete headers['X-Request-Id'];
  if (mostFrequent(expectations.get('header/retry-after')) === 'none') delete headers['Retry-After'];
  if (mostFrequent(expectations.get('header/allow')) === 'none') delete headers['Allow'];
  if (headers['Location'] !== undefined) {
    const operation = headers['Location'].includes('/generate/') ? 'startGeneration' : 'createPresentation';
    if (mostFrequent(expectations.get('header/location'), ` with ${operation}`)?.startsWith('none'))
      delete headers['Location'];
  }
  return { ...response, headers };
}

function withType(response: ShapedResponse, type: string): ShapedResponse {
  const { 'Content-Type': _, ...headers } = response.headers;
  return {
    ...response,
    headers: type === 'no content type' ? headers : { ...headers, 'Content-Type': type },
  };
}

function withoutBody(response: ShapedResponse): ShapedResponse {
  const { 'Content-Type': _, 'Cache-Control': __, ...headers } = response.headers;
  return { ...response, headers, body: undefined };
}
