/** Finds status fields that the contract forbids in this status. */
import { lifecycle } from '../generated/lifecycle.js';
import { validate } from '../generated/validate-documented.js';
import type { ScenarioIssue } from './scenario-issue.js';
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

/** The status of each step, its schema, and the fields that the step itself sets. */
const VIEW_BY_STEP = {
  generate: { status: 'generating', schema: 'JobGenerating', fields: {} },
  stall: { status: 'generating', schema: 'JobGenerating', fields: {} },
  ask: { status: 'awaiting_input', schema: 'JobAwaitingInput', fields: { message: '?' } },
  fail: { status: 'failed', schema: 'JobFailed', fields: { error: '!' } },
  complete: { status: 'completed', schema: 'JobCompleted', fields: {} },
} as const;

export function findViewViolations(step: CompiledStep, index: number): ScenarioIssue[] {
  const { status, schema, fields } = VIEW_BY_STEP[step.kind];
  const presentation = step.kind === 'complete' ? step.presentation : undefined;
  if (!step.view && !presentation) return [];
  const pointer = `/steps/${index}/${step.kind}`;
  const { required, optional } = lifecycle.states[status];
  const allowed: readonly string[] = [...required, ...optional];
  const foreign = Object.entries(step.view ?? {}).find(
    ([name, value]) => value !== null && STATE_FIELDS.has(name) && !allowed.includes(name),
  );
  if (foreign)
    return [viewIssue(`${pointer}/status_fields/${foreign[0]}`, `${foreign[0]} is not a field of ${status}`)];
  const view = {
    generation_id: 'gen_1',
    status,
    ...fields,
    ...(step.kind === 'complete' && { presentation: { ...SAMPLE_PRESENTATION, ...presentation } }),
    ...withoutNull(step.view),
  };
  const [fault] = validate(schema, view);
  if (!fault) return [];
  const isInPresentation = presentation !== undefined && fault.pointer.startsWith('/presentation/');
  return [viewIssue(`${pointer}${isInPresentation ? '' : '/status_fields'}${fault.pointer}`, fault.detail)];
}

const STATE_FIELDS = new Set<string>(
  Object.values(lifecycle.states).flatMap(({ required, optional }) => [...required, ...optional]),
);

/** Null counts as absent, as it does in the rules. */
function withoutNull(view: CompiledStep['view']): object {
  return Object.fromEntries(Object.entries(view ?? {}).filter(([, value]) => value !== null));
}

function viewIssue(pointer: string, what: string): ScenarioIssue {
  return { pointer, detail: `violates the contract: ${what}. If you want that, name the rule in violates` };
}
