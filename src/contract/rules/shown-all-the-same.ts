/** Whether a refusal shows what it refuses. The body of an error is open, but not so open as to hold the thing itself. */
import { fieldOf, isObject, type JsonObject } from '../trace/answer.js';
import type { Call } from '../trace/call.js';

const deepest = 4;

/** Fields that no account of an error has; several of them together with the id are the thing. */
const telling: Partial<
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

/** Whether the answer holds the presentation or the job that was asked for. */
export function showsAllTheSame(call: Call): boolean {
  const sign = telling[call.operation];
  if (!sign || call.ok || call.answer.kind !== 'json') return false;
  const isIt = (value: JsonObject) =>
    fieldOf(value, sign.id) === call.id &&
    sign.fields.filter((name) => fieldOf(value, name) !== undefined).length > sign.most;
  return holds(call.answer.value, isIt, 0);
}

function holds(value: unknown, isIt: (value: JsonObject) => boolean, depth: number): boolean {
  if (depth > deepest || typeof value !== 'object' || value === null) return false;
  return (
    (isObject(value) && isIt(value)) || Object.values(value).some((inner) => holds(inner, isIt, depth + 1))
  );
}
