/** Recognises refusals whose body contains the refused resource. Error bodies are open, but must not leak the resource. */
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';

/** Fields that error bodies do not have. Together with the id, one of them is the resource itself. */
const SIGNATURES: Partial<
  Record<Call['operation'], { readonly id: string; readonly fields: readonly string[] }>
> = {
  getPresentation: { id: 'id', fields: ['sections', 'is_public'] },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation', 'tokens_used'] },
};

/** Whether the body of a refusal contains the requested presentation or job. */
export function leaksResource(call: Call): boolean {
  const signature = SIGNATURES[call.operation];
  if (!signature || call.ok || call.received.kind !== 'json') return false;
  const { id, fields } = signature;
  const contains = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    ((fieldOf(value, id) === call.id && fields.some((name) => fieldOf(value, name) !== undefined)) ||
      Object.values(value).some(contains));
  return contains(call.received.value);
}
