/** The stages, replies and status view of a job (sections 2.2, 3, 4.5). */
import type { Job, JsonObject, ServiceStore } from './store.js';
import type { ScriptedState } from './job-scripts.js';

/** The status view of the job after this poll. */
export function poll(job: Job, world: ServiceStore): JsonObject {
  const { jobProgress } = world.choices;
  if (jobProgress === 'by-poll') {
    if (job.stageWasShown) leave(job, world);
  } else {
    catchUp(job, world);
  }
  const stage = stageOf(job);
  const view = viewOf(job, stage, world);
  job.stageWasShown = true;
  job.shown.push(view);
  if (isTerminal(stage)) job.endedAt ??= world.requests;
  return view;
}

/** Answers the question of the job; does nothing without a question. */
export function reply(job: Job, world: ServiceStore): void {
  if (stageOf(job).status !== 'awaiting_input') return;
  job.replies += 1;
  moveOn(job, world.now());
}

/** The current stage of the job, without a poll. */
export function currentStage(job: Job, world: ServiceStore): ScriptedState {
  if (world.choices.jobProgress !== 'by-poll') catchUp(job, world);
  return stageOf(job);
}

export function isTerminal(stage: ScriptedState): boolean {
  return stage.status === 'completed' || stage.status === 'failed';
}

function stageOf(job: Job): ScriptedState {
  const stage = job.stages[job.at];
  if (!stage) throw new Error(`The plan of ${job.id} ends without a terminal stage.`);
  return stage;
}

/** Moves on by one stage, unless the current one is terminal or a question without a reply. */
function leave(job: Job, world: ServiceStore): void {
  const stage = stageOf(job);
  if (isTerminal(stage)) return;
  if (stage.status === 'awaiting_input') {
    const asked = job.shown.filter((view) => view['message'] === stage.message).length;
    if (asked < (stage.expiresAfterPolls ?? Infinity)) return;
  }
  moveOn(job, world.now());
}

function catchUp(job: Job, world: ServiceStore): void {
  if (world.choices.jobProgress === 'by-poll') return;
  const { stageMs } = world.choices.jobProgress;
  for (let at = -1; at !== job.at && world.now() - job.since >= stageMs;) {
    at = job.at;
    const since = job.since;
    leave(job, world);
    if (job.at !== at) job.since = since + stageMs;
  }
}

function moveOn(job: Job, now: number): void {
  job.at += 1;
  job.stageWasShown = false;
  job.since = now;
}

function viewOf(job: Job, stage: ScriptedState, world: ServiceStore): JsonObject {
  const always = { generation_id: job.id, status: stage.status };
  switch (stage.status) {
    case 'generating': {
      const { progress } = stage;
      return { ...always, ...(progress && { progress }), ...tokens(stage.tokens) };
    }
    case 'awaiting_input':
      return { ...always, message: stage.message };
    case 'completed':
      return { ...always, presentation: resultOf(job, stage.headings, world), ...tokens(stage.tokens) };
    case 'failed':
      return { ...always, error: stage.error };
  }
}

/** Section 2.2: present only when non-zero. */
function tokens(total = 0): JsonObject {
  return total === 0 ? {} : { tokens_used: total };
}

/** The presentation of a completed job; made on its first use. */
export function resultOf(job: Job, headings: readonly string[], world: ServiceStore): JsonObject {
  if (!job.result) {
    const presentation = world.addPresentation(
      job.owner,
      'generation',
      world.choices.title(job.prompt),
      headings,
    );
    job.result = { presentation, snapshot: presentation.resource };
  }
  return world.choices.jobPresentation === 'current' ? job.result.presentation.resource : job.result.snapshot;
}
