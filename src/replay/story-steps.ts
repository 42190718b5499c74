/** Writes a job's stretches down as the steps of a scenario, and remembers of each what was seen and what was inferred. */
import type { Step } from '../generated/control-api.js';
import { formatDuration } from '../scenario/duration.js';
import type { Anonymiser } from './anonymiser.js';
import { roundTime } from './round-time.js';
import { UNSEEN, type Stretch, type Window } from './stretches.js';
import { reachedBy, workSteps, type FoundStep, type Reached } from './work-steps.js';

export interface ToldStep {
  readonly step: Step;
  /** What is to be known of it beside what it says. */
  readonly comment: string | undefined;
}

export interface ToldSteps {
  readonly steps: readonly ToldStep[];
  /** When the job is over; undefined when the recording ends before. */
  readonly over: number | undefined;
}

/** How far the last step is drawn beyond the last poll, when nothing follows. */
const BEYOND = 1000;

const ENDS_HERE: ToldStep = { step: { stay: null }, comment: 'The recording ends here.' };

export function tellSteps(stretches: readonly Stretch[], names: Anonymiser): ToldSteps {
  const end = stretches.at(-1);
  const deckSize =
    end?.kind === 'over' && end.seen.status === 'completed' ? end.seen.sections.length : undefined;
  const steps: ToldStep[] = [];
  let shown: Shown = { tokens: 0, done: undefined, texts: [], total: deckSize };
  let at = 0;
  let over: number | undefined;

  for (const [index, stretch] of stretches.entries()) {
    const next = stretches[index + 1];
    const ends = next?.begins ?? { from: stretch.last + 1, to: stretch.last + BEYOND };
    switch (stretch.kind) {
      case 'working': {
        if (stretch.points.length === 0) {
          const until = roundTime(ends);
          const wait = formatDuration(until - at);
          steps.push({
            step: { work: { for: wait } },
            comment: `Not seen; until some time ${between(ends)}.`,
          });
          at = until;
          if (!next) steps.push(ENDS_HERE);
          break;
        }
        const ahead = {
          mostTokens: tokensAfter(stretches.slice(index + 1)),
          isDeck: next?.kind === 'over' && next.seen.status === 'completed',
        };
        for (const step of workSteps(at, stretch.points, ends, ahead, shown)) {
          steps.push(tellWork(step, shown, names));
          shown = { ...reachedBy(step, shown), total: step.progress?.total ?? shown.total };
          at = step.until;
        }
        if (!next) steps.push(ENDS_HERE);
        break;
      }
      case 'asking': {
        const message = stretch.message === UNSEEN ? UNSEEN : names.text('Question', stretch.message);
        if (stretch.answered !== undefined) {
          const comment = `Answered after ${formatDuration(stretch.answered - at)}.`;
          steps.push({ step: { ask: { message } }, comment });
          at = stretch.answered;
          if (!next) steps.push({ step: { stay: null }, comment: 'The recording ends with the reply.' });
          break;
        }
        if (!next) {
          steps.push({ step: { ask: { message } }, comment: 'Nobody answers while it is recorded.' });
          steps.push({ step: { stay: null }, comment: 'What a reply would lead to is not recorded.' });
          break;
        }
        const until = roundTime(ends);
        const wait = formatDuration(until - at);
        if (next.kind === 'over' && next.seen.status === 'failed') {
          const error = names.text('Error', next.seen.error);
          steps.push({
            step: { ask: { message, wait, otherwise: 'fail', error } },
            comment: `Fails unanswered ${between(ends)}.`,
          });
          steps.push({ step: { stay: null }, comment: 'What a reply would lead to is not recorded.' });
          return { steps, over: until };
        }
        steps.push({
          step: { ask: { message, wait, otherwise: 'continue' } },
          comment: `Given up unanswered ${between(ends)}.`,
        });
        at = until;
        break;
      }
      case 'over':
        over = at;
        steps.push({ step: tellEnd(stretch.seen, shown.tokens, names), comment: undefined });
    }
  }
  return { steps, over };
}

interface Shown extends Reached {
  /** What progress says unless it is told otherwise; undefined when nobody knows. */
  readonly total: number | undefined;
}

function tellWork(
  { from, until, ends, tokens, progress }: FoundStep,
  shown: Shown,
  names: Anonymiser,
): ToldStep {
  return {
    step: {
      work: {
        for: formatDuration(until - from),
        ...(tokens.to > shown.tokens && { tokens: figure(tokens, shown.tokens) }),
        ...(progress && {
          slides: figure(progress.done, shown.done ?? 0),
          ...(progress.total !== shown.total && { of: progress.total }),
          current_step: names.stepText(progress.text),
        }),
        ...(!progress && shown.done !== undefined && { progress: false as const }),
      },
    },
    comment: ends.from === ends.to ? undefined : `Until some time ${between(ends)}.`,
  };
}

/** As short as can be: where a figure begins is told when it is not where it was. */
function figure({ from, to }: { from: number; to: number }, before: number): string | number {
  return from === to && from === before ? to : `${from}..${to}`;
}

function between({ from, to }: Window): string {
  return `between ${formatDuration(Math.max(0, from - 1))} and ${formatDuration(to)} after the start`;
}

function tellEnd(seen: Extract<Stretch, { kind: 'over' }>['seen'], tokens: number, names: Anonymiser): Step {
  if (seen.status === 'failed') return { fail: { error: names.text('Error', seen.error) } };
  const { sections } = seen;
  const told = sections.map(
    (section) =>
      section && {
        title: names.text('Section', section.title),
        ...(section.bullets.length > 0 && {
          bullets: section.bullets.map((bullet) => names.text('Point', bullet)),
        }),
      },
  );
  const isWhole = names.keeps && told.every((section) => section !== undefined);
  return {
    complete: {
      ...(seen.title !== undefined && { title: names.text('Title', seen.title) }),
      sections: isWhole ? told : sections.length,
      ...(seen.tokens !== tokens && { tokens: seen.tokens }),
      ...(seen.isPublic && { is_public: true }),
    },
  };
}

/** What the running total is next seen at, which it must not exceed before. */
function tokensAfter(stretches: readonly Stretch[]): number {
  for (const stretch of stretches) {
    if (stretch.kind === 'working' && stretch.points[0]) return stretch.points[0].seen.tokens;
    if (stretch.kind === 'over' && stretch.seen.status === 'completed' && stretch.seen.tokens > 0)
      return stretch.seen.tokens;
  }
  return Infinity;
}
