/** Finds status fields that the contract forbids in this status. */
import { lifecycle } from '../generated/lifecycle.js';
import { validate } from '../generated/validate-documented.js';
import type { InputIssue } from '../base/user-error.js';
import type { CompiledStep } from './timeline.js';

/** A valid presentation. */
export const SAMPLE_PRESENTATION = {
  id: 'pres_1',
  title: '',
  workspace_id: 'ws_1',
  sections: [],
  is_public: false,
  url: '/',
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
};

/** The status of each step, its schema, and the fields that the step sets. */
const STATUS_BY_STEP = {
  generate: { status: 'generating', schema: 'JobGenerating', fields: {} },
  stall: { status: 'generating', schema: 'JobGenerating', fields: {} },
  ask: { status: 'awaiting_input', schema: 'JobAwaitingInput', fields: { message: '?' } },
  fail: { status: 'failed', schema: 'JobFailed', fields: { error: '!' } },
  complete: { status: 'completed', schema: 'JobCompleted', fields: {} },
} as const;

const STATE_FIELDS = new Set<string>(
  Object.values(lifecycle.states).flatMap(({ required, optional }) => [...required, ...optional]),
);

export function findStatusFieldViolations(step: CompiledStep, index: number): InputIssue[] {
  const { status, schema, fields } = STATUS_BY_STEP[step.kind];
  const presentation = step.kind === 'complete' ? step.presentation : undefined;
  if (!step.statusFields && !presentation) return [];
  const pointer = `/steps/${index}/${step.kind}`;
  const { required, optional } = lifecycle.states[status];
  const allowed: readonly string[] = [...required, ...optional];
  const unexpected = Object.entries(step.statusFields ?? {}).find(
    ([name, value]) => value !== null && STATE_FIELDS.has(name) && !allowed.includes(name),
  );
  if (unexpected) {
    const [name] = unexpected;
    return [toIssue(`${pointer}/status_fields/${name}`, `${name} is not a field of ${status}`)];
  }
  const response = {
    generation_id: 'gen_1',
    status,
    ...fields,
    ...(step.kind === 'complete' && { presentation: { ...SAMPLE_PRESENTATION, ...presentation } }),
    ...withoutNull(step.statusFields),
  };
  const [error] = validate(schema, response);
  if (!error) return [];
  const isInPresentation = presentation !== undefined && error.pointer.startsWith('/presentation/');
  return [toIssue(`${pointer}${isInPresentation ? '' : '/status_fields'}${error.pointer}`, error.detail)];
}

/** Omits null values, because the rules treat null as absent. */
function withoutNull(fields: CompiledStep['statusFields']): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null));
}

function toIssue(pointer: string, what: string): InputIssue {
  return { pointer, detail: `violates the contract: ${what}. If you want that, name the rule in violates` };
}
