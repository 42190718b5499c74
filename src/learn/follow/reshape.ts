/** Gives an answer of the stand-in the shape that a document with an overlay says was seen. Its content stays the stand-in's. */
import { fieldOf, isObject } from '../../contract/index.js';
import type { Expectations, Expected } from './expected.js';
import { problemAliases, resourceAliases } from './aliases.js';
import { fill } from './fill.js';
import { isSchema, mostOf } from './most.js';
import { openCodes } from './open-codes.js';
import { shapePresentation, shapeView, withMore } from './shown-bodies.js';
import type { Schema } from '../shape/schema.js';

/** An answer before it is written. */
export interface Shaped {
  readonly status: number;
  /** All that will be sent. */
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text that is sent as it is; `undefined` for none. */
  readonly body: unknown;
  readonly isText?: boolean | undefined;
}

/** What the answer is to. */
export interface Occasion {
  readonly operationId?: string | undefined;
  /** The code of the problem that the answer is. */
  readonly problem?: string | undefined;
  /** A scenario's fault made the answer, and chose its status. */
  readonly isFault: boolean;
}

export type Reshape = (answer: Shaped, occasion: Occasion) => Shaped;

export function reshapeBy(seen: Expectations): Reshape {
  return (answer, occasion) => {
    const { problem, isFault } = occasion;
    if (answer.status === 0 || (isFault && problem === undefined)) return answer;
    if (problem === undefined && answer.status >= 400) return answer;
    const shaped =
      problem === undefined ? success(answer, occasion, seen) : refusal(answer, problem, isFault, seen);
    return withHeaders(shaped, seen);
  };
}

function success(answer: Shaped, { operationId = '' }: Occasion, seen: Expectations): Shaped {
  const state = fieldOf(answer.body, 'status');
  const context = operationId === 'getGenerationStatus' ? ` while ${String(state)}` : '';
  const status = Number(mostOf(seen.get(`status/${operationId}`), context)?.slice(0, 3) ?? answer.status);
  const shaped = { ...answer, status, body: successBody(answer.body, operationId, seen) };
  if (status === 204 || status === 205 || shaped.body === undefined) return withoutBody(shaped);
  const media = mostOf(seen.get('media-type'));
  return media === undefined ? shaped : withType(shaped, media);
}

function successBody(own: unknown, operationId: string, seen: Expectations): unknown {
  const open = seen.get(`body/${operationId}`);
  if (open) {
    if (mostOf(open) === 'no body') return undefined;
    return isSchema(open.schema) ? fill(open.schema, own, resourceAliases) : own;
  }
  if (presentations.has(operationId)) return shapePresentation(own, 'Presentation', seen);
  if (operationId === 'startGeneration') return withMore(own, 'GenerationAccepted', seen);
  if (operationId === 'getGenerationStatus' || operationId === 'sendGenerationMessage')
    return shapeView(own, seen);
  return own;
}

/** What is answered with a presentation unless something else was seen. */
const presentations = new Set(['getPresentation', 'createPresentation', 'updatePresentation']);

function refusal(answer: Shaped, code: string, isFault: boolean, seen: Expectations): Shaped {
  const expected = seen.get(`refusal/${code}`);
  const status = isFault ? answer.status : Number(mostOf(expected) ?? answer.status);
  const body = seen.get('body/refusal');
  const media = mostOf(body);
  if (!body || media === undefined) return { ...answer, status };
  if (media === 'no body' || status === 204) return withoutBody({ ...answer, status });
  const [name = '', ...isNoJson] = media.split(' ');
  if (isNoJson.length > 0) {
    const text = isObject(answer.body) ? String(answer.body['detail']) : '';
    return withType({ ...answer, status, body: text, isText: true }, name);
  }
  if (!isSchema(body.schema)) return withType({ ...answer, status }, name);
  const own = isObject(answer.body) ? { ...answer.body, status } : answer.body;
  const example = wasSeen(expected, status) ? expected?.example : undefined;
  const schema = openCodes(alternativeFor(body.schema, status), example);
  return withType({ ...answer, status, body: fill(schema, own, problemAliases, example) }, name);
}

/** Whether this kind of refusal was seen with this status: a fault of a scenario chooses its own. */
function wasSeen(expected: Expected | undefined, status: number): boolean {
  return expected?.answers.some(([answer]) => answer === String(status)) ?? false;
}

/** Of several shapes of a refusal, the one that was seen with this status. */
function alternativeFor(schema: Schema, status: number): Schema {
  const timesSeen = (one: Schema) => Number(fieldOf(fieldOf(one['x-observed'], 'with'), String(status)) ?? 0);
  const [best] = schema.anyOf?.toSorted((one, two) => timesSeen(two) - timesSeen(one)) ?? [];
  return best && timesSeen(best) > 0 ? best : (schema.anyOf?.[0] ?? schema);
}

function withHeaders(answer: Shaped, seen: Expectations): Shaped {
  const headers = { ...answer.headers };
  const requestId = mostOf(seen.get('header/request-id'));
  if (requestId !== undefined && requestId !== 'none' && !requestId.split(', ').includes('x-request-id')) {
    for (const name of requestId.split(', ')) headers[name] = headers['X-Request-Id'] ?? '';
    delete headers['X-Request-Id'];
  }
  if (requestId === 'none') delete headers['X-Request-Id'];
  if (mostOf(seen.get('header/retry-after')) === 'none') delete headers['Retry-After'];
  if (mostOf(seen.get('header/allow')) === 'none') delete headers['Allow'];
  if (headers['Location'] !== undefined) {
    const operation = headers['Location'].includes('/generate/') ? 'startGeneration' : 'createPresentation';
    if (mostOf(seen.get('header/location'), ` with ${operation}`)?.startsWith('none'))
      delete headers['Location'];
  }
  return { ...answer, headers };
}

function withType(answer: Shaped, type: string): Shaped {
  const { 'Content-Type': _, ...headers } = answer.headers;
  return { ...answer, headers: type === 'no content type' ? headers : { ...headers, 'Content-Type': type } };
}

function withoutBody(answer: Shaped): Shaped {
  const { 'Content-Type': _, 'Cache-Control': __, ...headers } = answer.headers;
  return { ...answer, headers, body: undefined };
}
