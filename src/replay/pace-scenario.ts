/** Writes the pace of a service as a scenario with chance. Comments say on how many jobs each step rests, and where they are. */
import type { Fault, Scenario, Step } from '../generated/control-api.js';
import type { FailureReport, PaceReport, PhaseReport, QuestionReport } from '../learn/pace/pace-report.js';
import { formatDuration } from '../scenario/duration.js';
import type { Spread } from '../learn/pace/spread.js';

export interface PaceScenario {
  readonly scenario: Scenario;
  /** By the JSON pointer of the step or fault. */
  readonly comments: ReadonlyMap<string, string>;
}

/** The language of scenarios has this text, where the service's own may quote a customer. */
const QUESTION = 'Which details matter most?';
const FAILURE = 'The generation failed.';

/** A rarer or shorter effect is noise. */
const LEAST_FAILURES = 2;
const LEAST_LATENCY = 20;
const MOST_SPANS = 10;

interface Written {
  readonly step: Step;
  readonly comment: string;
}

export function paceScenario(pace: PaceReport, service: string): PaceScenario {
  const steps = stepsOf(pace);
  const faults = faultsOf(pace);
  return {
    scenario: {
      title: `Jobs at the pace of ${hostOf(service)}`.slice(0, 80),
      steps: steps.map(({ step }) => step),
      ...(faults.length > 0 && { faults: faults.map(({ fault }) => fault) }),
    },
    comments: new Map([
      ...steps.map(({ comment }, index) => [`/steps/${index}`, comment] as const),
      ...faults.map(({ comment }, index) => [`/faults/${index}`, comment] as const),
    ]),
  };
}

function stepsOf(pace: PaceReport): readonly Written[] {
  const { phases, questions, failures } = pace;
  const steps: Written[] = [];
  let running: Figures = { share: 0, tokens: 0, total: pace.slides };
  // Jobs that failed have no further steps.
  let failed = 0;
  for (let place = 0; place <= phases.length; place++) {
    const phase = phases[place - 1];
    if (phase) {
      const after = figuresAfter(phase, running);
      steps.push(...workSteps(phase, running, after, pace.jobs - failed));
      running = after;
    }
    const here = ({ after }: { readonly after: number }): boolean => after === place;
    steps.push(...questions.filter(here).map((question) => askStep(question, pace.jobs - failed)));
    for (const failure of failures.filter(here)) {
      steps.push(failStep(failure, pace.ended - failed));
      failed += failure.jobs;
      if (failed >= pace.ended) return steps;
    }
  }
  return [...steps, completeStep(pace, running)];
}

interface Figures {
  readonly share: number;
  readonly tokens: number;
  readonly total: number | undefined;
}

/** Neither figure falls. */
function figuresAfter({ share = 0, tokens = 0 }: PhaseReport, before: Figures): Figures {
  return { ...before, share: Math.max(before.share, share), tokens: Math.max(before.tokens, tokens) };
}

function workSteps(
  { kind, text, duration, jobs, first }: PhaseReport,
  before: Figures,
  after: Figures,
  all: number,
): readonly Written[] {
  const percent = (share: number): string => `${Math.round(share * 100)}%`;
  const chance = jobs < all ? { chance: shareOf(jobs, all) } : {};
  const work: NonNullable<Step['work']> = {
    for: timeText(duration.min, duration.most),
    ...(kind === 'slides' && {
      slides: `${percent(before.share)}..${percent(after.share)}`,
      ...(after.total !== undefined && before.share === 0 && { of: after.total }),
    }),
    ...(after.tokens > before.tokens && { tokens: `${before.tokens}..${after.tokens}` }),
    ...(text !== undefined && { current_step: text }),
    ...chance,
  };
  const comment = `${jobs} of ${all} jobs: ${spreadText(duration)}; first: ${first}`;
  const tail = duration.max - duration.most;
  // A few jobs that take much longer would make the range of all jobs too long.
  if (duration.count < MOST_SPANS || tail <= (duration.most - duration.min) / 2) {
    const whole = { ...work, for: timeText(duration.min, duration.max) };
    return [{ step: { work: whole }, comment }];
  }
  const slow = { for: timeText(0, tail), chance: shareOf(jobs, all * 5) };
  return [
    { step: { work }, comment },
    { step: { work: slow }, comment: `one job in five of these takes up to ${timeText(tail, tail)} longer` },
  ];
}

function askStep({ text, jobs, first, wait, otherwise }: QuestionReport, all: number): Written {
  return {
    step: {
      ask: {
        message: text ?? QUESTION,
        ...(wait && { wait: timeText(wait.min, wait.max) }),
        ...(otherwise === 'continue' && { otherwise }),
        ...(jobs < all && { chance: shareOf(jobs, all) }),
      },
    },
    comment: `${jobs} of ${all} jobs ask; first: ${first}`,
  };
}

/** @param reached the jobs that did not fail before */
function failStep({ text, jobs, first }: FailureReport, reached: number): Written {
  return {
    step: { fail: { error: text ?? FAILURE, ...(jobs < reached && { chance: shareOf(jobs, reached) }) } },
    comment: `${jobs} of ${reached} jobs fail here; first: ${first}`,
  };
}

function completeStep({ jobs, ended, sections, tokens }: PaceReport, running: Figures): Written {
  const figures = {
    ...(sections !== undefined && { sections: Math.min(sections, 500) }),
    ...(tokens !== undefined && tokens > running.tokens && { tokens }),
  };
  const left = jobs - ended;
  return {
    step: { complete: Object.keys(figures).length > 0 ? figures : null },
    comment: left > 0 ? `${left} of ${jobs} jobs did not end in the recording` : `all ${jobs} jobs ended`,
  };
}

interface WrittenFault {
  readonly fault: Fault;
  readonly comment: string;
}

function faultsOf({ requests }: PaceReport): readonly WrittenFault[] {
  const failures = requests.flatMap(({ operation, count, failures: often }) =>
    Object.entries(often).flatMap(([name, times]): WrittenFault[] => {
      if (times < LEAST_FAILURES) return [];
      const effect =
        name === 'reset' ? { connection: 'reset' as const } : { answer: { status: Number(name) } };
      return [
        {
          fault: { on: operation, chance: shareOf(times, count), ...effect },
          comment: `${times} of ${count} requests`,
        },
      ];
    }),
  );
  // The first fault that applies has effect, so latencies are last.
  const latencies = requests.flatMap(({ operation, time }): WrittenFault[] =>
    time && time.median >= LEAST_LATENCY
      ? [
          {
            fault: { on: operation, latency: timeText(time.min, time.most) },
            comment: `${time.count} successes: ${spreadText(time)}`,
          },
        ]
      : [],
  );
  return [...failures, ...latencies];
}

/** Three digits are more than a recording can show. */
const shareOf = (part: number, whole: number): number => Math.max(0.001, Number((part / whole).toFixed(3)));

function timeText(min: number, max: number): string {
  const [from, to] = [formatDuration(readable(min)), formatDuration(readable(max))];
  return from === to ? to : `${from}..${to}`;
}

function spreadText({ min, median, max }: Spread): string {
  const [from, half, to] = [min, median, max].map((time) => formatDuration(readable(time)));
  return from === to ? String(to) : `${from} to ${to}, half of them under ${half}`;
}

/** Rounded to the grain that a recording with polls can show. */
function readable(time: number): number {
  const grain = time >= 60_000 ? 1000 : time >= 1000 ? 100 : 10;
  return Math.max(1, Math.round(time / grain) * grain);
}

function hostOf(service: string): string {
  return URL.canParse(service) ? new URL(service).host : 'a recorded service';
}
