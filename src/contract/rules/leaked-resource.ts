/** Recognises refusals whose body contains the refused resource. Error bodies are open, but must not leak the resource. */
import { fieldOf, isObject, type JsonObject } from '../../base/json.js';
import type { Call } from '../../trace/call.js';

const MAX_DEPTH = 4;

/** Fields that error bodies do not have. The id together with more than `most` of them is the resource itself. */
const SIGNATURES: Partial<
  Record<
    Call['operation'],
    { readonly id: string; readonly fields: readonly string[]; readonly most: number }
  >
> = {
  getPresentation: {
    id: 'id',
    fields: ['workspace_id', 'sections', 'is_public', 'url', 'created_at'],
    most: 2,
  },
  getGenerationStatus: { id: 'generation_id', fields: ['progress', 'presentation', 'tokens_used'], most: 0 },
};

/** Whether the body of a refusal contains the requested presentation or job. */
export function leaksResource(call: Call): boolean {
  const signature = SIGNATURES[call.operation];
  if (!signature || call.ok || call.received.kind !== 'json') return false;
  const matches = (value: JsonObject) =>
    fieldOf(value, signature.id) === call.id &&
    signature.fields.filter((name) => fieldOf(value, name) !== undefined).length > signature.most;
  return contains(call.received.value, matches, 0);
}

function contains(value: unknown, matches: (value: JsonObject) => boolean, depth: number): boolean {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return false;
  return (
    (isObject(value) && matches(value)) ||
    Object.values(value).some((inner) => contains(inner, matches, depth + 1))
  );
}
