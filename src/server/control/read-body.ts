/** Reads the body of a request to the control API: JSON, or the YAML of a scenario. */
import type { Request } from 'express';
import type { ControlProblem } from '../../generated/control-api.js';
import type { ControlRoute } from '../../generated/control-routes.js';
import { readBodyText } from '../../transports/http-request.js';
import { controlProblem } from './control-problem.js';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i;

const MAX_BODY_BYTES = 1_048_576;
const MAX_SNAPSHOT_BYTES = 64 * MAX_BODY_BYTES;

type ControlBody = { readonly value: unknown } | { readonly problem: ControlProblem };

export async function readControlBody(request: Request, route: ControlRoute): Promise<ControlBody> {
  if (!route.requestSchema) return { value: undefined };
  const maxBytes = route.operationId === 'restoreSnapshot' ? MAX_SNAPSHOT_BYTES : MAX_BODY_BYTES;
  const parsed = request.body as unknown;
  // Earlier middleware, such as `express.json()`, has already read it.
  if (request.readableEnded && parsed !== undefined) return { value: parsed };
  const read = await readBodyText(request, maxBytes);
  if (!read || 'tooLarge' in read)
    return { problem: controlProblem('content_too_large', `The body may have at most ${maxBytes} bytes.`) };
  const { text } = read;
  const type = request.header('content-type') ?? '';
  if (route.takesYaml && YAML_TYPE.test(type)) {
    if (text !== '') return { value: { yaml: text } };
    const issue = { pointer: '', detail: 'is empty; it must be the text of a scenario' };
    return { problem: controlProblem('malformed_body', 'The body is empty.', [issue]) };
  }
  if (text === '') return { value: undefined };
  if (!JSON_TYPE.test(type)) {
    const types = `application/json${route.takesYaml ? ' or application/yaml' : ''}`;
    const detail = `Send the body as ${types}, not as "${type.slice(0, 100)}".`;
    return { problem: controlProblem('unsupported_media_type', detail) };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { message } = error as SyntaxError;
    const issue = { pointer: '', detail: `is not valid JSON: ${message}` };
    return { problem: controlProblem('malformed_body', `${message}.`, [issue]) };
  }
}
