/**
 * Makes a scenario of a job: the steps that it played, with their exact times, its added questions and its end, then the steps that
 * its scenario plans. Faults that a user added become faults of the scenario.
 */
import type { JobScenarioText, Scenario, Step } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import { compileScenarioObject, formatIssue } from '../../scenario/compile-object.js';
import { formatDuration } from '../../scenario/duration.js';
import { formatScenario } from '../../scenario/format-yaml.js';
import type { CompiledGenerateStep, Timeline } from '../../scenario/timeline.js';
import { appendEvent } from '../interventions.js';
import { listJobPhases, type JobPhase } from '../job-phases.js';
import { projectCurrentJob, type CurrentJob } from '../job-view.js';
import { getSlideCount, projectJob, type JobState } from '../project-job.js';
import { completedSlides } from '../slide-progress.js';
import type { Job } from '../store/store.js';
import { buildAppliedFaults } from './job-faults.js';
import { jobConflict } from './validate-input.js';
import type { WorkspaceContext } from './workspace-context.js';

interface ScenarioOfJob {
  /** A name for the scenario. */
  readonly name: string;
  readonly scenario: Scenario;
  /** What a reader must know, one sentence each. */
  readonly comments: readonly string[];
}

type StateOf<Status extends JobState['status']> = Extract<JobState, { readonly status: Status }>;

const NAME_SUFFIX = '-job';
const MAX_NAME_LENGTH = 64;

/**
 * The text of a scenario that plays what happened to a job.
 * @throws UserError `not-found`, or `job-conflict` if the job belongs to a recording, or no scenario can express it
 */
export function getJobScenario(workspace: WorkspaceContext, id: string): JobScenarioText {
  const { jobs, shared, record, now, state } = workspace;
  jobs.get(id, now);
  const job = shared.store.job(record.id, id);
  const current = job && projectCurrentJob(job, shared, now);
  if (jobs.recording !== undefined || !current)
    throw jobConflict(
      'The job belongs to a recording. "deckhand scenario from-har" makes a scenario of its HAR file.',
    );
  const { name, scenario, comments } = buildScenario(current, { now, exchanges: state.journal.exchanges() });
  const heading = comments.map((line) => `# ${line}\n`).join('');
  return { name, text: `${heading}\n${formatScenario(scenario)}` };
}

function buildScenario(
  { job, timeline }: Pick<CurrentJob, 'job' | 'timeline'>,
  { now, exchanges }: { readonly now: number; readonly exchanges: readonly Exchange[] },
): ScenarioOfJob {
  const { match: _, jobs: __, seed: ___, steps: ____, faults = [], violates, ...rest } = timeline.document;
  const allFaults = [...buildAppliedFaults(exchanges, job.id), ...faults];
  const { steps, lostReplies } = new StepBuilder(timeline, job).build();
  const scenario: Scenario = {
    ...rest,
    steps,
    ...(allFaults.length > 0 && { faults: allFaults }),
    ...(violates && { violates }),
  };
  const name = timeline.name.slice(0, MAX_NAME_LENGTH - NAME_SUFFIX.length) + NAME_SUFFIX;
  const compiled = compileScenarioObject(name, scenario);
  if ('issues' in compiled) {
    const [issue] = compiled.issues;
    throw jobConflict(
      `The job cannot be expressed as a scenario: ${issue ? formatIssue(issue) : 'it is empty'}.`,
    );
  }
  return { name, scenario, comments: describeJob(timeline, job, { now, lostReplies }) };
}

function describeJob(
  timeline: Timeline,
  job: Job,
  { now, lostReplies }: { readonly now: number; readonly lostReplies: number },
): string[] {
  const sinceStart = (at: number): string => formatDuration(Math.max(0, at - job.startedAt));
  const replies = job.events.filter(({ kind }) => kind === 'reply').map(({ at }) => sinceStart(at));
  const end = listJobPhases(timeline, job).at(-1);
  return [
    `Made from the job ${job.id}, which played ${timeline.name}.`,
    ...(replies.length > 0 ? [`Replies arrived ${replies.join(', ')} after the start.`] : []),
    ...(end && end.from > now
      ? [`The job had not ended. The steps after ${sinceStart(now)} are those that its scenario plans.`]
      : []),
    ...(lostReplies > 0
      ? ['A question has no reply. The steps after it are those of a job that gets one.']
      : []),
  ];
}

class StepBuilder {
  readonly #timeline: Timeline;
  readonly #slides: number;
  readonly #steps: Step[] = [];
  #job: Job;
  #lostReplies = 0;

  constructor(timeline: Timeline, job: Job) {
    this.#timeline = timeline;
    this.#slides = getSlideCount(timeline, job.template.slideCount);
    this.#job = job;
  }

  build(): { readonly steps: Step[]; readonly lostReplies: number } {
    let phases = mergeQuestions(listJobPhases(this.#timeline, this.#job));
    for (let phase = phases.shift(); phase; phase = phases.shift()) {
      const { state, from } = phase;
      if (state.status === 'awaiting_input') {
        this.#steps.push({ ask: this.#toAsk(phase, state) });
        if (!this.#endsWithoutReply(phase, state)) continue;
        // A scenario needs steps after a question: those of a job that gets a reply at once.
        this.#lostReplies += 1;
        this.#job = appendEvent(this.#job, { kind: 'reply', step: state.question, at: from });
        const all = listJobPhases(this.#timeline, this.#job);
        phases = mergeQuestions(all.filter((one) => one.from >= from));
      } else if (phase.until > from) this.#steps.push(this.#toStep(phase));
    }
    return { steps: this.#steps, lostReplies: this.#lostReplies };
  }

  #toStep(phase: JobPhase): Step {
    const { state } = phase;
    switch (state.status) {
      case 'generating':
        return phase.until === Infinity
          ? { stall: this.#toStall(state) }
          : { generate: this.#toGenerate(phase, state) };
      case 'completed':
        return { complete: this.#toComplete(state) };
      case 'failed':
        return { fail: this.#toFail(state) };
      case 'awaiting_input':
        return { ask: this.#toAsk(phase, state) };
    }
  }

  /** Whether a question stays open, or fails the job without a reply. */
  #endsWithoutReply(
    { from, until }: JobPhase,
    { question, until: deadline }: StateOf<'awaiting_input'>,
  ): boolean {
    if (until === Infinity) return true;
    const isAnswered = this.#job.events.some(
      ({ kind, at, ...event }) =>
        kind === 'reply' && at >= from && 'step' in event && event.step === question,
    );
    const step = this.#timeline.steps[question];
    return !isAnswered && until === deadline && step?.kind === 'ask' && step.onTimeout !== 'continue';
  }

  #toAsk(
    { from, until }: JobPhase,
    { question, message, until: deadline }: StateOf<'awaiting_input'>,
  ): NonNullable<Step['ask']> {
    const { probability: _, ...document } = this.#timeline.document.steps[question]?.ask ?? { message };
    const isAnswered = this.#job.events.some(
      (event) => event.kind === 'reply' && event.step === question && event.at === until,
    );
    if (until < deadline && !isAnswered)
      return { ...withoutTimeout(document), timeout: formatDuration(until - from), on_timeout: 'continue' };
    return {
      ...document,
      ...(document.timeout !== undefined && { timeout: formatDuration(deadline - from) }),
    };
  }

  #toGenerate(phase: JobPhase, state: StateOf<'generating'>): NonNullable<Step['generate']> {
    const step = this.#timeline.steps[state.step];
    switch (step?.kind) {
      case 'generate':
        return this.#toPart(phase, state, step);
      case 'stall': {
        const { probability: _, ...document } = this.#timeline.document.steps[state.step]?.stall ?? {};
        return { for: getLength(phase), ...document };
      }
      // A job does not generate at these.
      case 'ask':
      case 'complete':
      case 'fail':
      case undefined:
        return { for: getLength(phase) };
    }
  }

  /** A generate step, or the part of it that an intervention left. */
  #toPart(
    phase: JobPhase,
    state: StateOf<'generating'>,
    step: CompiledGenerateStep,
  ): NonNullable<Step['generate']> {
    const { generate } = this.#timeline.document.steps[state.step] ?? {};
    const { probability: _, slides, tokens, ...document } = { ...generate, for: getLength(phase) };
    const isWhole = phase.from === state.since && phase.until === state.until;
    if (isWhole)
      return {
        ...document,
        ...(slides !== undefined && { slides }),
        ...(tokens !== undefined && { tokens }),
      };
    const end = this.#endOf(phase, state, step);
    return {
      ...document,
      ...(slides !== undefined && { slides: `${state.progress?.completed ?? 0}..${end.slides}` }),
      ...(end.tokens > 0 && { tokens: `${state.tokens}..${end.tokens}` }),
    };
  }

  /** The counts at the end of a part of a step. */
  #endOf(
    { until }: JobPhase,
    state: StateOf<'generating'>,
    step: CompiledGenerateStep,
  ): { readonly slides: number; readonly tokens: number } {
    if (until === state.until)
      return {
        slides: completedSlides(step, 1, state.progress?.total ?? this.#slides, 0) ?? 0,
        tokens: step.tokens.to,
      };
    const last = projectJob(this.#timeline, this.#job, this.#slides, until - 1);
    if (last.status !== 'generating') return { slides: state.progress?.completed ?? 0, tokens: state.tokens };
    return { slides: last.progress?.completed ?? 0, tokens: last.tokens };
  }

  #toStall(state: StateOf<'generating'>): Step['stall'] {
    const { generate, stall } = this.#timeline.document.steps[state.step] ?? {};
    if (stall) {
      const { probability: _, ...document } = stall;
      return Object.keys(document).length > 0 ? document : null;
    }
    const { current_step, status_fields } = generate ?? {};
    if (current_step === undefined && status_fields === undefined) return null;
    return { ...(current_step !== undefined && { current_step }), ...(status_fields && { status_fields }) };
  }

  #toComplete({ tokens, complete }: StateOf<'completed'>): Step['complete'] {
    const document = this.#timeline.document.steps.at(-1)?.complete;
    const isManual = this.#job.events.at(-1)?.kind === 'complete';
    if (!isManual) return document ?? null;
    const { title } = complete;
    const changed = { ...document, ...(title !== undefined && { title }), ...(tokens > 0 && { tokens }) };
    return Object.keys(changed).length > 0 ? changed : null;
  }

  #toFail({ step, error }: StateOf<'failed'>): NonNullable<Step['fail']> {
    const isManual = this.#job.events.at(-1)?.kind === 'fail';
    const { probability: _, ...document } = this.#timeline.document.steps[step]?.fail ?? { error };
    return isManual ? { error } : document;
  }
}

const getLength = ({ from, until }: JobPhase): string => formatDuration(until - from);

function withoutTimeout({ timeout: _, on_timeout: __, error: ___, ...rest }: NonNullable<Step['ask']>) {
  return rest;
}

/** One phase for each question, which an event such as a stall can divide. */
function mergeQuestions(phases: readonly JobPhase[]): JobPhase[] {
  const merged: JobPhase[] = [];
  for (const phase of phases) {
    const previous = merged.at(-1);
    const isSame =
      previous?.state.status === 'awaiting_input' &&
      phase.state.status === 'awaiting_input' &&
      previous.state.question === phase.state.question;
    if (isSame) merged[merged.length - 1] = { ...previous, until: phase.until };
    else merged.push(phase);
  }
  return merged;
}
