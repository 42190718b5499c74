/** The pace of a service as data: how long its jobs take, their steps, and how often they ask or fail. */
import { groupBy } from '../../base/group-by.js';
import type { OperationId } from '../../generated/routes.js';
import type { JobPace, Phase } from './job-pace.js';
import type { PaceObserver, Requests } from './pace-observer.js';
import { placeAfter, UsualOrder } from './usual-order.js';
import { sharedTexts } from './shared-texts.js';
import { medianOf, spreadOf, type Spread } from './spread.js';

export interface PaceReport {
  /** The number of jobs with a recorded start, and of those that also ended in the recording. */
  readonly jobs: number;
  readonly ended: number;
  /** Milliseconds from the start to the end, without the time of questions. */
  readonly total?: Spread;
  /** In the order of a usual job. */
  readonly phases: readonly PhaseReport[];
  readonly questions: readonly QuestionReport[];
  readonly failures: readonly FailureReport[];
  /** The usual number of slides while the job works, of sections at its end, and the final total of tokens. */
  readonly slides?: number;
  readonly sections?: number;
  readonly tokens?: number;
  readonly requests: readonly RequestReport[];
}

interface Seen {
  /** The number of jobs. */
  readonly jobs: number;
  /** The place of the first such job in the recording. */
  readonly first: string;
  /** A text of the service; absent if jobs of different prompts do not share it. */
  readonly text?: string;
}

export interface PhaseReport extends Seen {
  readonly kind: 'opening' | 'slides';
  /** Milliseconds. */
  readonly duration: Spread;
  /** The completed share of slides at the end. */
  readonly share?: number;
  readonly tokens?: number;
}

export interface QuestionReport extends Seen {
  /** The number of phases before it. */
  readonly after: number;
  /** Milliseconds until the job went on without a reply, and how it went on. */
  readonly wait?: Spread;
  readonly otherwise?: 'continue' | 'fail';
}

export interface FailureReport extends Seen {
  readonly after: number;
}

export interface RequestReport {
  readonly operation: OperationId;
  readonly count: number;
  /** How often each status from 500, or `reset`. */
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds of a success. */
  readonly time?: Spread;
}

/** @returns `undefined` if the recording has no job with a start and a poll */
export function paceReport({ jobs: all, requests }: PaceObserver): PaceReport | undefined {
  const jobs = all.filter(({ phases, end }) => phases.length > 0 || end);
  if (jobs.length === 0) return undefined;
  const order = new UsualOrder(jobs);
  const ended = jobs.filter(({ end }) => end);
  const slides = medianOf(jobs.flatMap((job) => job.slides ?? []));
  const sections = medianOf(jobs.flatMap(({ end }) => end?.sections ?? []));
  const tokens = medianOf(jobs.flatMap(({ end }) => end?.tokens ?? []));
  return {
    jobs: jobs.length,
    ended: ended.length,
    ...(ended.length > 0 && { total: spreadOf(ended.map((job) => workTime(job, order))) }),
    phases: order.names.map((name) => phaseReport(name, jobs, order)),
    questions: questionReports(jobs, order),
    failures: failureReports(jobs, order),
    ...(slides !== undefined && { slides: Math.round(slides) }),
    ...(sections !== undefined && { sections: Math.round(sections) }),
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
    requests: [...requests].map(([operation, one]) => requestReport(operation, one)),
  };
}

function phaseReport(name: string, jobs: readonly JobPace[], order: UsualOrder): PhaseReport {
  const having = jobs.flatMap((job) => {
    const own = job.phases.filter((phase) => order.nameOf(phase) === name);
    return own.length > 0 ? [{ job, own }] : [];
  });
  const first = having[0]?.own[0];
  const text = first ? order.textOf(first) : '';
  const lasts = having.map(({ own }) => own.at(-1));
  const share = medianOf(lasts.flatMap((phase) => phase?.share ?? []));
  const tokens = medianOf(lasts.flatMap((phase) => phase?.tokens ?? []));
  return {
    kind: first?.kind === 'slides' ? 'slides' : 'opening',
    ...seenIn(having.map(({ job }) => job)),
    ...(text !== '' && { text }),
    duration: spreadOf(having.map(({ own }) => own.reduce((sum, { from, to }) => sum + (to - from), 0))),
    ...(share !== undefined && { share }),
    ...(tokens !== undefined && { tokens: Math.round(tokens) }),
  };
}

function questionReports(jobs: readonly JobPace[], order: UsualOrder): readonly QuestionReport[] {
  const isQuestion = ({ kind }: Phase): boolean => kind === 'question';
  const texts = sharedTexts(jobs, ({ phases }) => phases.filter(isQuestion).map(({ text }) => text));
  const asked = jobs.flatMap((job) =>
    job.phases
      .map((phase, index) => ({ job, phase, after: placeAfter(job.phases.slice(0, index), order) }))
      .filter(({ phase }) => isQuestion(phase))
      .map((one, ordinal) => ({ ...one, ordinal })),
  );
  return [...groupBy(asked, ({ ordinal }) => ordinal).values()].map((group): QuestionReport => {
    const text = mostCommon(group.map(({ phase }) => phase.text).filter((one) => texts.has(one)));
    const left = group.filter(
      ({ job, phase }) => !phase.isAnswered && (phase !== job.phases.at(-1) || job.end),
    );
    const failed = left.filter(({ job }) => failedUnanswered(job));
    return {
      ...seenIn(group.map(({ job }) => job)),
      ...(text !== undefined && { text }),
      after: mostCommon(group.map(({ after }) => after)) ?? 0,
      ...(left.length > 0 && {
        wait: spreadOf(left.map(({ phase }) => phase.to - phase.from)),
        otherwise: failed.length * 2 >= left.length ? 'fail' : 'continue',
      }),
    };
  });
}

/** Failures that follow from a question without a reply belong to the question. */
function failureReports(jobs: readonly JobPace[], order: UsualOrder): readonly FailureReport[] {
  const failed = jobs.filter((job) => job.end?.status === 'failed' && !failedUnanswered(job));
  const texts = sharedTexts(failed, ({ end }) => [end?.error ?? '']);
  const textOf = ({ end }: JobPace): string => (texts.has(end?.error ?? '') ? (end?.error ?? '') : '');
  const groups = groupBy(failed, (job) => `${placeAfter(job.phases, order)} ${textOf(job)}`);
  return [...groups.values()]
    .flatMap((group): FailureReport[] => {
      const [first] = group;
      if (!first) return [];
      const text = textOf(first);
      return [{ ...seenIn(group), ...(text !== '' && { text }), after: placeAfter(first.phases, order) }];
    })
    .sort((one, two) => one.after - two.after);
}

function failedUnanswered({ phases, end }: JobPace): boolean {
  const last = phases.at(-1);
  return end?.status === 'failed' && last?.kind === 'question' && !last.isAnswered;
}

function seenIn(jobs: readonly JobPace[]): Seen {
  return { jobs: jobs.length, first: jobs[0]?.source ?? '' };
}

function mostCommon<Item>(items: readonly Item[]): Item | undefined {
  const groups = [...groupBy(items, (item) => item).values()];
  return groups.sort((one, two) => two.length - one.length)[0]?.[0];
}

function workTime({ phases }: JobPace, order: UsualOrder): number {
  const work = phases.filter((phase) => order.nameOf(phase) !== undefined);
  return work.reduce((sum, { from, to }) => sum + (to - from), 0);
}

function requestReport(operation: OperationId, { count, failures, times }: Requests): RequestReport {
  return {
    operation,
    count,
    failures: Object.fromEntries([...failures].sort()),
    ...(times.length > 0 && { time: spreadOf(times) }),
  };
}
