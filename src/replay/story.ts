/**
 * A recorded job as a scenario that plays it again: the same views at the same instants, the same faults at the same
 * requests. Pure; whoever calls holds it against the recording by playing it.
 */
import type { Scenario, Step } from '../generated/control-api.js';
import { formatDuration } from '../scenario/duration.js';
import type { Anonymiser } from './anonymiser.js';
import { fieldOf, isSuccess } from './answer.js';
import type { RecordedJob } from './recorded-jobs.js';
import { tellFaults } from './story-faults.js';
import { tellSteps, type ToldSteps } from './story-steps.js';
import { lifeOf, type Sign } from './stretches.js';
import { readView, type Seen } from './view.js';

export interface Story {
  readonly scenario: Scenario;
  /** Comments, by the pointer of what they stand before. */
  readonly comments: ReadonlyMap<string, string>;
  /** What the recording lacks or the scenario leaves out, in sentences. */
  readonly notes: readonly string[];
}

export function storyOf(job: RecordedJob, names: Anonymiser): Story {
  const { signs, misfits, notes } = readCalls(job);
  const life = lifeOf(signs);
  const told: ToldSteps =
    life.stretches.length > 0
      ? tellSteps(life.stretches, names)
      : { steps: [{ step: { stay: null }, comment: 'No view of the job is recorded.' }], over: undefined };
  const faults = tellFaults(
    job,
    { misfits: new Set([...misfits, ...life.misfits]), late: life.late, over: told.over },
    names,
  );
  const comments = new Map<string, string>();
  for (const [index, { comment }] of told.steps.entries())
    if (comment) comments.set(`/steps/${index}`, comment);
  for (const [index, { comment }] of faults.entries()) if (comment) comments.set(`/faults/${index}`, comment);
  const steps = told.steps.map(({ step }) => step);
  return {
    scenario: {
      title: titleOf(job, steps),
      description: descriptionOf(job, steps, faults.length),
      steps,
      ...(faults.length > 0 && { faults: faults.map(({ fault }) => fault) }),
    },
    comments,
    notes,
  };
}

function readCalls(job: RecordedJob): { signs: Sign[]; misfits: Set<number>; notes: string[] } {
  const signs: Sign[] = [];
  const misfits = new Set<number>();
  let tokens = 0;
  let missing = 0;
  let otherAnswers = 0;
  let nulls = 0;
  let title: { readonly first: string | undefined; readonly isChanged: boolean } | undefined;
  for (const [index, call] of job.calls.entries()) {
    const { answer, operation, after } = call;
    const isPoll = operation === 'getGenerationStatus';
    if (answer.kind === 'broken') {
      if (
        operation === 'sendGenerationMessage' &&
        answer.failure === 'truncated' &&
        isSuccess(answer.begun ?? 0)
      )
        signs.push({ kind: 'reply', after, seen: undefined, call: index });
      continue;
    }
    if (operation === 'startGeneration' && isSuccess(answer.status) && answer.kind !== 'missing') {
      const id = answer.kind === 'json' ? fieldOf(answer.value, 'generation_id') : undefined;
      if (id !== job.id || job.id === undefined) misfits.add(index);
    }
    if (operation === 'updatePresentation' && isSuccess(answer.status))
      title = { first: title?.first, isChanged: true };
    if ((!isPoll && operation !== 'sendGenerationMessage') || !isSuccess(answer.status)) continue;
    if (answer.kind === 'missing' && isPoll) missing += 1;
    if (answer.kind !== 'json') {
      if (!isPoll) signs.push({ kind: 'reply', after, seen: undefined, call: index });
      if (isPoll && answer.kind === 'empty') misfits.add(index);
      continue;
    }
    const view = readView(answer.value, job.id);
    if (!isPoll && !view.seen) otherAnswers += 1;
    if (isPoll && view.hasNull) nulls += 1;
    const { seen, isExact } = grown(titled(view.seen, title), tokens);
    if (seen?.status === 'completed') title ??= { first: seen.title, isChanged: false };
    if (seen && 'tokens' in seen) tokens = Math.max(tokens, seen.tokens);
    if (!isPoll) signs.push({ kind: 'reply', after, seen, call: index });
    else if (seen) signs.push({ kind: 'view', after, seen, call: index });
    if (isPoll && !(view.isExact && isExact)) misfits.add(index);
  }
  const notes = [
    !job.isStartRecorded &&
      job.id !== undefined &&
      'Its start is not recorded: times count from the first request about it.',
    missing > 0 &&
      `${counted(missing, 'poll has', 'polls have')} no body in the recording: what they showed is inferred.`,
    nulls > 0 &&
      `${counted(nulls, 'view has', 'views have')} fields that are null where they should be absent; here they are absent.`,
    otherAnswers > 0 &&
      `${counted(otherAnswers, 'message was', 'messages were')} answered in a shape of its own; the stand-in answers with the view.`,
  ].filter((note) => typeof note === 'string');
  return { signs, misfits, notes };
}

/** A deck that was renamed is still the one it was. */
function titled(
  seen: Seen | undefined,
  title: { first: string | undefined; isChanged: boolean } | undefined,
): Seen | undefined {
  return seen?.status === 'completed' && title?.isChanged ? { ...seen, title: title.first } : seen;
}

/** The running total never falls in a scenario: a view in which it does is told with what it was before. */
function grown(seen: Seen | undefined, tokens: number): { seen: Seen | undefined; isExact: boolean } {
  if (!seen || !('tokens' in seen) || seen.tokens >= tokens) return { seen, isExact: true };
  if (seen.status === 'completed' && seen.tokens === 0) return { seen, isExact: true };
  return { seen: { ...seen, tokens }, isExact: false };
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function lengthOf(job: RecordedJob): string {
  const last = job.calls.at(-1);
  return formatDuration(Math.round(Math.max(0, last?.after ?? 0) / 1000) * 1000);
}

function titleOf(job: RecordedJob, steps: readonly Step[]): string {
  if (job.id === undefined) return 'Replay of a job that does not start';
  const questions = steps.filter(({ ask }) => ask !== undefined).length;
  const asks =
    questions === 0
      ? ''
      : questions === 1
        ? 'asks, and '
        : questions === 2
          ? 'asks twice, and '
          : `asks ${questions} times, and `;
  const last = steps.at(-1);
  const failed = last?.fail ?? steps.some(({ ask }) => ask?.otherwise === 'fail');
  const end = last?.complete !== undefined ? 'completes' : failed ? 'fails' : 'is not seen to end';
  return `Replay of a job that ${asks}${end}`;
}

function descriptionOf(job: RecordedJob, steps: readonly Step[], faults: number): string {
  const polls = job.calls.filter(({ operation }) => operation === 'getGenerationStatus').length;
  const wrong = faults === 0 ? 'all answered well' : 'with what went wrong on the way';
  return job.id === undefined
    ? 'Recorded: every attempt to start a job was refused or came to nothing.'
    : `Recorded over ${lengthOf(job)} by ${counted(polls, 'poll', 'polls')}, ${wrong}.\nWhat happened between two polls is inferred; the comments say where.\n`;
}
