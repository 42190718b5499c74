/** Reads the body of a control request: JSON, or the text of a scenario file if the verb accepts it. */
import type { Request } from 'express';
import { MOST_LEVELS } from '../../base/depth.js';
import { shapeOf } from '../../base/json-text.js';
import type { ControlRoute } from '../../generated/control-routes.js';
import { readIncoming } from '../../transports/http-request.js';
import { controlProblem } from './problem.js';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i;

/** The limit in bytes, and that of a saved state. */
const MOST = 1_048_576;
const MOST_OF_STATE = 64 * MOST;

/** Each value of a body needs this number of its bytes on average: small values take the most memory. */
const BYTES_PER_VALUE = 16;

export type ControlBody =
  { readonly value: unknown } | { readonly problem: ReturnType<typeof controlProblem> };

export async function controlBody(request: Request, route: ControlRoute): Promise<ControlBody> {
  if (!route.requestSchema) return { value: undefined };
  const most = route.operationId === 'load' ? MOST_OF_STATE : MOST;
  const parsed = request.body as unknown;
  // Earlier middleware, such as `express.json()`, has already read it.
  if (request.readableEnded && parsed !== undefined) return { value: parsed };
  const read = await readIncoming(request, most);
  if (!read || 'tooLarge' in read)
    return { problem: controlProblem('content_too_large', `The body may have at most ${most} bytes.`) };
  const { text } = read;
  if (text === '') return { value: undefined };
  const type = request.header('content-type') ?? '';
  if (route.takesYaml && YAML_TYPE.test(type)) return { value: { yaml: text } };
  if (!JSON_TYPE.test(type)) {
    const types = `application/json${route.takesYaml ? ' or application/yaml' : ''}`;
    const detail = `Send the body as ${types}, not as "${type.slice(0, 100)}".`;
    return { problem: controlProblem('unsupported_media_type', detail) };
  }
  const { depth, values } = shapeOf(text);
  const mostValues = Math.floor(most / BYTES_PER_VALUE);
  if (values > mostValues)
    return {
      problem: controlProblem('content_too_large', `The body may have at most ${mostValues} values of JSON.`),
    };
  if (depth > MOST_LEVELS) {
    const detail = `is nested more than ${MOST_LEVELS} levels deep`;
    return { problem: controlProblem('malformed_body', `The body ${detail}.`, [{ pointer: '', detail }]) };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as SyntaxError;
    const fault = { pointer: '', detail: `is not valid JSON: ${message}` };
    return { problem: controlProblem('malformed_body', `${message}.`, [fault]) };
  }
}
