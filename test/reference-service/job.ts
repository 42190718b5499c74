/** The states, replies and status view of a job (sections 2.2, 3, 4.5). */
import type { Job, JsonObject, ServiceStore } from './store.js';
import type { ScriptedState } from './job-scripts.js';

/** The status view of the job after this poll. */
export function poll(job: Job, store: ServiceStore): JsonObject {
  const { jobProgress } = store.choices;
  if (jobProgress === 'by-poll') {
    if (job.stageWasShown) leave(job, store);
  } else {
    catchUp(job, store);
  }
  const state = stageOf(job);
  const view = viewOf(job, state, store);
  job.stageWasShown = true;
  job.shown.push(view);
  if (isTerminal(state)) job.endedAt ??= store.requests;
  return view;
}

/** Answers the question of the job; does nothing without a question. */
export function reply(job: Job, store: ServiceStore): void {
  if (stageOf(job).status !== 'awaiting_input') return;
  job.replies += 1;
  moveOn(job, store.now());
}

/** The current state of the job, without a poll. */
export function currentStage(job: Job, store: ServiceStore): ScriptedState {
  if (store.choices.jobProgress !== 'by-poll') catchUp(job, store);
  return stageOf(job);
}

export function isTerminal(state: ScriptedState): boolean {
  return state.status === 'completed' || state.status === 'failed';
}

function stageOf(job: Job): ScriptedState {
  const state = job.states[job.at];
  if (!state) throw new Error(`The plan of ${job.id} ends without a terminal state.`);
  return state;
}

/** Moves on by one state, unless the current one is terminal or a question without a reply. */
function leave(job: Job, store: ServiceStore): void {
  const state = stageOf(job);
  if (isTerminal(state)) return;
  if (state.status === 'awaiting_input') {
    const asked = job.shown.filter((view) => view['message'] === state.message).length;
    if (asked < (state.expiresAfterPolls ?? Infinity)) return;
  }
  moveOn(job, store.now());
}

function catchUp(job: Job, store: ServiceStore): void {
  if (store.choices.jobProgress === 'by-poll') return;
  const { stageMs } = store.choices.jobProgress;
  for (let at = -1; at !== job.at && store.now() - job.since >= stageMs;) {
    at = job.at;
    const since = job.since;
    leave(job, store);
    if (job.at !== at) job.since = since + stageMs;
  }
}

function moveOn(job: Job, now: number): void {
  job.at += 1;
  job.stageWasShown = false;
  job.since = now;
}

function viewOf(job: Job, state: ScriptedState, store: ServiceStore): JsonObject {
  const always = { generation_id: job.id, status: state.status };
  switch (state.status) {
    case 'generating': {
      const { progress } = state;
      return { ...always, ...(progress && { progress }), ...tokens(state.tokens) };
    }
    case 'awaiting_input':
      return { ...always, message: state.message };
    case 'completed':
      return { ...always, presentation: resultOf(job, state.headings, store), ...tokens(state.tokens) };
    case 'failed':
      return { ...always, error: state.error };
  }
}

/** Section 2.2: present only when non-zero. */
function tokens(total = 0): JsonObject {
  return total === 0 ? {} : { tokens_used: total };
}

/** The presentation of a completed job; made on its first use. */
export function resultOf(job: Job, headings: readonly string[], store: ServiceStore): JsonObject {
  if (!job.result) {
    const presentation = store.addPresentation(
      job.owner,
      'generation',
      store.choices.title(job.prompt),
      headings,
    );
    job.result = { presentation, snapshot: presentation.resource };
  }
  return store.choices.jobPresentation === 'current' ? job.result.presentation.resource : job.result.snapshot;
}
