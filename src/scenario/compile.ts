/**
 * Compiles a scenario document to a timeline. Finds the mistakes that a schema cannot find: unreachable steps, totals that
 * fall, a scenario without an end.
 */
import type { Scenario, Step as StepDocument } from '../generated/control-api.js';
import { mix } from './draw.js';
import { compileFaultResponse, compileFault } from './compile-fault.js';
import { parseCounts, parseRateLimit, parseSpan } from './notation.js';
import type { Mistake } from './mistake.js';
import { nearest } from '../base/nearest.js';
import {
  chanceOf,
  type CompleteStep,
  type Fields,
  type Step,
  type Timeline,
  type WorkStep,
} from './timeline.js';

export type Compiled = { readonly timeline: Timeline } | { readonly mistakes: readonly Mistake[] };

/** The placeholders of `current_step`. */
const PLACEHOLDERS = ['slide', 'slides', 'done'];

const UNANSWERED = 'No reply was received in time.';

/** @param document a document that matches the scenario schema */
export function compileScenario(name: string, document: Scenario): Compiled {
  const mistakes: Mistake[] = [];
  const steps = compileSteps(document.steps, mistakes);
  const rateLimit = document.rate_limit === undefined ? undefined : parseRateLimit(document.rate_limit);
  if (document.rate_limit !== undefined && !rateLimit) {
    mistakes.push({ pointer: '/rate_limit', expected: 'needs a window longer than zero, such as 20/1m' });
  }
  const { rate_limit_answer: rateResponse } = document;
  if (rateResponse && !document.rate_limit)
    mistakes.push({ pointer: '/rate_limit_answer', expected: 'has no effect without rate_limit' });
  const timeline: Timeline = {
    id: `${name}@${mix(0, JSON.stringify(document)).toString(36)}`,
    name,
    title: document.title,
    description: document.description?.trim() ?? '',
    match: document.match && {
      prompt: document.match.prompt?.toLowerCase(),
      templateId: document.match.template_id,
    },
    access: document.workspace && {
      plan: document.workspace.plan,
      apiEnabled: document.workspace.api_enabled,
    },
    rateLimit,
    rateResponse: rateResponse && compileFaultResponse(rateResponse, '/rate_limit_answer', mistakes),
    seed: document.seed,
    steps,
    faults: (document.faults ?? []).map((fault, index) => compileFault(fault, `/faults/${index}`, mistakes)),
    jobs: (document.jobs ?? []).map((job, index) => compileJob(name, document, job, index, mistakes)),
    violates: document.violates ?? [],
    document,
  };
  return mistakes.length > 0 ? { mistakes } : { timeline };
}

/** Each job plays a timeline of its own, with the rate limit and the access of the whole scenario. */
function compileJob(
  name: string,
  scenario: Scenario,
  job: NonNullable<Scenario['jobs']>[number],
  index: number,
  mistakes: Mistake[],
): Timeline {
  const shared = { ...scenario, jobs: undefined, match: undefined, faults: undefined };
  const compiled = compileScenario(`${name.slice(0, 56)}-${index + 1}`, { ...shared, ...job });
  if ('timeline' in compiled) return compiled.timeline;
  mistakes.push(
    ...compiled.mistakes.map(({ pointer, expected }) => ({ pointer: `/jobs/${index}${pointer}`, expected })),
  );
  return undefined as never;
}

function compileSteps(documents: readonly StepDocument[], mistakes: Mistake[]): Step[] {
  let tokens = 0;
  let ended: string | undefined;
  const steps = documents.map((document, index): Step => {
    const pointer = `/steps/${index}`;
    if (ended !== undefined)
      mistakes.push({ pointer, expected: `is never reached: ${ended} ends the scenario` });
    const step = compileStep(document, tokens, pointer, mistakes);
    if (step.kind === 'work') tokens = step.tokens.to;
    if (step.kind !== 'work' && step.kind !== 'ask' && chanceOf(step) >= 1)
      ended ??= `steps[${index}] (${step.kind})`;
    return step;
  });
  if (ended === undefined) {
    mistakes.push({
      pointer: `/steps/${documents.length - 1}`,
      expected:
        'must be complete, fail or stay without a chance, because it is the last step. Add one, such as - complete:',
    });
  }
  return steps;
}

function compileStep(
  document: StepDocument,
  tokensBefore: number,
  pointer: string,
  mistakes: Mistake[],
): Step {
  if (document.work) return compileWork(document.work, tokensBefore, `${pointer}/work`, mistakes);
  if (document.ask) {
    const { message, wait, otherwise, error, chance, view } = document.ask;
    if (wait === undefined && (otherwise !== undefined || error !== undefined)) {
      const at = otherwise === undefined ? 'error' : 'otherwise';
      mistakes.push({
        pointer: `${pointer}/ask/${at}`,
        expected: 'has no effect: without wait, the question waits forever. Add wait, such as 30s',
      });
    } else if (otherwise === 'continue' && error !== undefined) {
      mistakes.push({
        pointer: `${pointer}/ask/error`,
        expected: 'has no effect: without a reply, the job continues',
      });
    }
    return {
      kind: 'ask',
      message,
      wait:
        wait === undefined ? { min: Infinity, max: Infinity } : span(wait, `${pointer}/ask/wait`, mistakes),
      otherwise: otherwise === 'continue' ? 'continue' : { error: error ?? UNANSWERED },
      chance,
      ...shown(view, `${pointer}/ask`, mistakes),
    };
  }
  if (document.fail) {
    const { error, chance, view } = document.fail;
    return { kind: 'fail', error, chance, ...shown(view, `${pointer}/fail`, mistakes) };
  }
  if (document.stay !== undefined) {
    checkPlaceholders(document.stay?.current_step, `${pointer}/stay/current_step`, mistakes);
    return {
      kind: 'stay',
      currentStep: document.stay?.current_step,
      chance: document.stay?.chance,
      ...shown(document.stay?.view, `${pointer}/stay`, mistakes),
    };
  }
  return compileComplete(document.complete ?? {}, tokensBefore, `${pointer}/complete`, mistakes);
}

function compileComplete(
  {
    title,
    sections,
    tokens,
    is_public: isPublic = false,
    presentation,
    view,
  }: NonNullable<StepDocument['complete']>,
  tokensBefore: number,
  pointer: string,
  mistakes: Mistake[],
): CompleteStep {
  if (tokens !== undefined && tokens > 0 && tokens < tokensBefore) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      expected: `must be ${tokensBefore} or more, because a total never falls, or 0 to show none`,
    });
  }
  return {
    kind: 'complete',
    title,
    sections,
    tokens,
    isPublic,
    ...(presentation && { presentation }),
    ...shown(view, pointer, mistakes),
  };
}

/** Fields of the view that only the step itself sets, with the field of the step to use. */
const SET_BY_STEP: Readonly<Record<string, string>> = {
  generation_id: 'The service sets it',
  status: 'The kind of the step sets it',
  tokens_used: 'Use tokens',
};

function shown(view: Fields | undefined, pointer: string, mistakes: Mistake[]): { readonly view?: Fields } {
  for (const [name, why] of Object.entries(SET_BY_STEP))
    if (view && view[name] !== undefined && view[name] !== null)
      mistakes.push({ pointer: `${pointer}/view/${name}`, expected: `cannot be changed here. ${why}` });
  return view ? { view } : {};
}

/** Finds misspelt placeholders. */
function checkPlaceholders(text: string | undefined, pointer: string, mistakes: Mistake[]): void {
  for (const [, word = ''] of (text ?? '').matchAll(/\{(\w+)\}/g)) {
    const intended = PLACEHOLDERS.includes(word) ? undefined : nearest(word, PLACEHOLDERS);
    if (intended === undefined) continue;
    mistakes.push({
      pointer,
      expected: `has the placeholder {${word}}. Did you mean {${intended}}?`,
    });
  }
}

function compileWork(
  document: NonNullable<StepDocument['work']>,
  tokensBefore: number,
  pointer: string,
  mistakes: Mistake[],
): WorkStep {
  const tokens = document.tokens === undefined ? undefined : parseCounts(document.tokens);
  const from = tokens?.from?.value ?? tokensBefore;
  const to = tokens?.to.value ?? from;
  if (from < tokensBefore) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      expected: `must begin at ${tokensBefore} or more, because the running total never falls`,
    });
  } else if (to < from) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      expected: `must end at ${from} or more, because the running total never falls`,
    });
  }
  checkPlaceholders(document.current_step, `${pointer}/current_step`, mistakes);
  if (document.progress === false) {
    for (const unused of ['slides', 'of'] as const) {
      if (document[unused] === undefined) continue;
      mistakes.push({ pointer: `${pointer}/${unused}`, expected: 'has no effect: progress is false' });
    }
  }
  const slides = document.slides === undefined ? undefined : parseCounts(document.slides);
  const { from: first, to: last } = slides ?? {};
  if (first && last && first.percent === last.percent && first.value > last.value)
    mistakes.push({
      pointer: `${pointer}/slides`,
      expected: 'must be a range from the smaller to the larger value',
    });
  return {
    kind: 'work',
    duration: span(document.for, `${pointer}/for`, mistakes),
    slides: slides && { from: slides.from && slideCount(slides.from), to: slideCount(slides.to) },
    total: document.of,
    hidesProgress: document.progress === false,
    tokens: { from, to: Math.max(from, to) },
    currentStep: document.current_step,
    chance: document.chance,
    ...shown(document.view, pointer, mistakes),
  };
}

function slideCount(count: { value: number; percent: boolean }): { slides: number } | { share: number } {
  return count.percent ? { share: Math.min(count.value, 100) / 100 } : { slides: count.value };
}

function span(text: string, pointer: string, mistakes: Mistake[]): { min: number; max: number } {
  const parsed = parseSpan(text);
  if (parsed.max < parsed.min)
    mistakes.push({ pointer, expected: 'must be a range from the shorter to the longer time' });
  return parsed;
}
