// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

/** The state machine of a generation job, and the fields of the status response in each state. */
export const lifecycle = {
  field: 'status',
  initial: 'generating',
  always: ['generation_id', 'status'],
  states: {
    generating: { terminal: false, required: [], optional: ['progress', 'tokens_used'] },
    awaiting_input: { terminal: false, required: ['message'], optional: [] },
    completed: { terminal: true, required: ['presentation'], optional: ['tokens_used'] },
    failed: { terminal: true, required: ['error'], optional: [] },
  },
  grows: ['tokens_used'],
  sources: ['2.2', '3', '4.5'],
} as const;

/** The status of a job. */
export type JobStatus = keyof typeof lifecycle.states;
