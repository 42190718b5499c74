/** Reads the body of a control request: JSON, or the text of a scenario file if the verb accepts it. */
import type { Request } from 'express';
import type { ControlRoute } from '../../generated/control-routes.js';
import { readIncoming } from '../../transports/http-request.js';
import { controlProblem } from './problem.js';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i;

/** The limit in bytes, and that of a saved state. */
const MOST = 1_048_576;
const MOST_OF_STATE = 64 * MOST;

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
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as SyntaxError;
    const fault = { pointer: '', detail: `is not valid JSON: ${message}` };
    return { problem: controlProblem('malformed_body', `${message}.`, [fault]) };
  }
}
