/**
 * Recognises refusals whose body contains the refused resource, and refusals with a status of success. Error bodies are open, but must not
 * leak the resource.
 */
import { fieldOf, isObject } from '../../base/json.js';
import { jsonOf } from '../../trace/payload.js';
import { WITH_BODY } from './named-operations.js';
import type { Call } from '../../trace/call.js';

/** Fields that error bodies do not have. Together with the id, one of them is the resource itself. */
const SIGNATURES: Partial<
  Record<Call['operation'], { readonly id: string; readonly fields: readonly string[] }>
> = {
  getPresentation: { id: 'id', fields: ['sections'] },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation'] },
};

/** Whether the body of a refusal contains the requested presentation or job. */
export function leaksResource(call: Call): boolean {
  const signature = SIGNATURES[call.operation];
  if (!signature) return false;
  const { id, fields } = signature;
  const contains = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ((fieldOf(value, id) === call.id && fields.some((name) => fieldOf(value, name) !== undefined)) ||
      Object.values(value).some(contains));
  return contains(jsonOf(call.received));
}

/** Whether a success only describes an error, where the interface documents no response body: the status of a refusal is open. */
export function isRefusalInBody({ ok, operation, received }: Call): boolean {
  const body = jsonOf(received);
  if (!ok || WITH_BODY.has(operation) || !isObject(body)) return false;
  return (
    Object.entries(body).every(([name, value]) => name === 'error' || typeof value !== 'object') &&
    Boolean(fieldOf(body, 'error'))
  );
}
