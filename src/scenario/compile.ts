/**
 * Compiles a scenario document to a timeline. Finds the mistakes that a schema cannot find: unreachable steps, totals that
 * fall, a scenario without an end.
 */
import type { Scenario, Step as StepDocument } from '../generated/control-api.js';
import { hash32 } from './seeded-random.js';
import { compileFaultResponse, compileFault } from './compile-fault.js';
import { parseAmountRange, parseRateLimit, parseDurationRange } from './value-syntax.js';
import type { ScenarioIssue } from './scenario-issue.js';
import { closestMatch } from '../base/did-you-mean.js';
import {
  probabilityOf,
  type CompiledCompleteStep,
  type JsonObject,
  type CompiledStep,
  type Timeline,
  type CompiledWorkStep,
} from './timeline.js';

export type CompileResult = { readonly timeline: Timeline } | { readonly issues: readonly ScenarioIssue[] };

/** The placeholders of `current_step`. */
const STEP_PLACEHOLDERS = ['slide', 'slides_total', 'slides_completed'];

const DEFAULT_NO_REPLY_ERROR = 'No reply was received in time.';

/** @param document a document that matches the scenario schema */
export function compileScenario(name: string, document: Scenario): CompileResult {
  const mistakes: ScenarioIssue[] = [];
  const steps = compileSteps(document.steps, mistakes);
  const rateLimit = document.rate_limit === undefined ? undefined : parseRateLimit(document.rate_limit);
  if (document.rate_limit !== undefined && !rateLimit) {
    mistakes.push({ pointer: '/rate_limit', detail: 'needs a window longer than zero, such as 20/1m' });
  }
  const { rate_limit_response: rateResponse } = document;
  if (rateResponse && !document.rate_limit)
    mistakes.push({ pointer: '/rate_limit_response', detail: 'has no effect without rate_limit' });
  const timeline: Timeline = {
    id: `${name}@${hash32(0, JSON.stringify(document)).toString(36)}`,
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
    rateLimitResponse: rateResponse && compileFaultResponse(rateResponse, '/rate_limit_response', mistakes),
    seed: document.seed,
    steps,
    faults: (document.faults ?? []).map((fault, index) => compileFault(fault, `/faults/${index}`, mistakes)),
    jobs: (document.jobs ?? []).map((job, index) => compileJob(name, document, job, index, mistakes)),
    violates: document.violates ?? [],
    document,
  };
  return mistakes.length > 0 ? { issues: mistakes } : { timeline };
}

/** Each job plays a timeline of its own, with the rate limit and the access of the whole scenario. */
function compileJob(
  name: string,
  scenario: Scenario,
  job: NonNullable<Scenario['jobs']>[number],
  index: number,
  mistakes: ScenarioIssue[],
): Timeline {
  const shared = { ...scenario, jobs: undefined, match: undefined, faults: undefined };
  const compiled = compileScenario(`${name.slice(0, 56)}-${index + 1}`, { ...shared, ...job });
  if ('timeline' in compiled) return compiled.timeline;
  mistakes.push(
    ...compiled.issues.map(({ pointer, detail }) => ({ pointer: `/jobs/${index}${pointer}`, detail })),
  );
  return undefined as never;
}

function compileSteps(documents: readonly StepDocument[], mistakes: ScenarioIssue[]): CompiledStep[] {
  let tokens = 0;
  let ended: string | undefined;
  const steps = documents.map((document, index): CompiledStep => {
    const pointer = `/steps/${index}`;
    if (ended !== undefined)
      mistakes.push({ pointer, detail: `is never reached: ${ended} ends the scenario` });
    const step = compileStep(document, tokens, pointer, mistakes);
    if (step.kind === 'generate') tokens = step.tokens.to;
    if (step.kind !== 'generate' && step.kind !== 'ask' && probabilityOf(step) >= 1)
      ended ??= `steps[${index}] (${step.kind})`;
    return step;
  });
  if (ended === undefined) {
    mistakes.push({
      pointer: `/steps/${documents.length - 1}`,
      detail:
        'must be complete, fail or stay without a chance, because it is the last step. Add one, such as - complete:',
    });
  }
  return steps;
}

function compileStep(
  document: StepDocument,
  tokensBefore: number,
  pointer: string,
  mistakes: ScenarioIssue[],
): CompiledStep {
  if (document.generate) return compileWork(document.generate, tokensBefore, `${pointer}/generate`, mistakes);
  if (document.ask) {
    const { message, timeout, on_timeout, error, probability, status_fields } = document.ask;
    if (timeout === undefined && (on_timeout !== undefined || error !== undefined)) {
      const at = on_timeout === undefined ? 'error' : 'otherwise';
      mistakes.push({
        pointer: `${pointer}/ask/${at}`,
        detail: 'has no effect: without wait, the question waits forever. Add wait, such as 30s',
      });
    } else if (on_timeout === 'continue' && error !== undefined) {
      mistakes.push({
        pointer: `${pointer}/ask/error`,
        detail: 'has no effect: without a reply, the job continues',
      });
    }
    return {
      kind: 'ask',
      message,
      timeout:
        timeout === undefined
          ? { min: Infinity, max: Infinity }
          : compileDurationRange(timeout, `${pointer}/ask/timeout`, mistakes),
      onTimeout: on_timeout === 'continue' ? 'continue' : { error: error ?? DEFAULT_NO_REPLY_ERROR },
      probability: probability,
      ...compileView(status_fields, `${pointer}/ask`, mistakes),
    };
  }
  if (document.fail) {
    const { error, probability, status_fields } = document.fail;
    return {
      kind: 'fail',
      error,
      probability: probability,
      ...compileView(status_fields, `${pointer}/fail`, mistakes),
    };
  }
  if (document.stall !== undefined) {
    checkPlaceholders(document.stall?.current_step, `${pointer}/stall/current_step`, mistakes);
    return {
      kind: 'stall',
      currentStep: document.stall?.current_step,
      probability: document.stall?.probability,
      ...compileView(document.stall?.status_fields, `${pointer}/stall`, mistakes),
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
    status_fields,
  }: NonNullable<StepDocument['complete']>,
  tokensBefore: number,
  pointer: string,
  mistakes: ScenarioIssue[],
): CompiledCompleteStep {
  if (tokens !== undefined && tokens > 0 && tokens < tokensBefore) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      detail: `must be ${tokensBefore} or more, because a total never falls, or 0 to show none`,
    });
  }
  return {
    kind: 'complete',
    title,
    sections,
    tokens,
    isPublic,
    ...(presentation && { presentation }),
    ...compileView(status_fields, pointer, mistakes),
  };
}

/** Fields of the view that only the step itself sets, with the field of the step to use. */
const RESERVED_VIEW_FIELDS: Readonly<Record<string, string>> = {
  generation_id: 'The service sets it',
  status: 'The kind of the step sets it',
  tokens_used: 'Use tokens',
};

function compileView(
  view: JsonObject | undefined,
  pointer: string,
  mistakes: ScenarioIssue[],
): { readonly view?: JsonObject } {
  for (const [name, why] of Object.entries(RESERVED_VIEW_FIELDS))
    if (view && view[name] !== undefined && view[name] !== null)
      mistakes.push({
        pointer: `${pointer}/status_fields/${name}`,
        detail: `cannot be changed here. ${why}`,
      });
  return view ? { view } : {};
}

/** Finds misspelt placeholders. */
function checkPlaceholders(text: string | undefined, pointer: string, mistakes: ScenarioIssue[]): void {
  for (const [, word = ''] of (text ?? '').matchAll(/\{(\w+)\}/g)) {
    const intended = STEP_PLACEHOLDERS.includes(word) ? undefined : closestMatch(word, STEP_PLACEHOLDERS);
    if (intended === undefined) continue;
    mistakes.push({
      pointer,
      detail: `has the placeholder {${word}}. Did you mean {${intended}}?`,
    });
  }
}

function compileWork(
  document: NonNullable<StepDocument['generate']>,
  tokensBefore: number,
  pointer: string,
  mistakes: ScenarioIssue[],
): CompiledWorkStep {
  const tokens = document.tokens === undefined ? undefined : parseAmountRange(document.tokens);
  const from = tokens?.from?.value ?? tokensBefore;
  const to = tokens?.to.value ?? from;
  if (from < tokensBefore) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      detail: `must begin at ${tokensBefore} or more, because the running total never falls`,
    });
  } else if (to < from) {
    mistakes.push({
      pointer: `${pointer}/tokens`,
      detail: `must end at ${from} or more, because the running total never falls`,
    });
  }
  checkPlaceholders(document.current_step, `${pointer}/current_step`, mistakes);
  if (document.progress === false) {
    for (const unused of ['slides', 'slides_total'] as const) {
      if (document[unused] === undefined) continue;
      mistakes.push({ pointer: `${pointer}/${unused}`, detail: 'has no effect: progress is false' });
    }
  }
  const slides = document.slides === undefined ? undefined : parseAmountRange(document.slides);
  const { from: first, to: last } = slides ?? {};
  if (first && last && first.percent === last.percent && first.value > last.value)
    mistakes.push({
      pointer: `${pointer}/slides`,
      detail: 'must be a range from the smaller to the larger value',
    });
  return {
    kind: 'generate',
    duration: compileDurationRange(document.for, `${pointer}/for`, mistakes),
    slides: slides && { from: slides.from && slideCount(slides.from), to: slideCount(slides.to) },
    total: document.slides_total,
    hidesProgress: document.progress === false,
    tokens: { from, to: Math.max(from, to) },
    currentStep: document.current_step,
    probability: document.probability,
    ...compileView(document.status_fields, pointer, mistakes),
  };
}

function slideCount(count: { value: number; percent: boolean }): { slides: number } | { share: number } {
  return count.percent ? { share: Math.min(count.value, 100) / 100 } : { slides: count.value };
}

function compileDurationRange(
  text: string,
  pointer: string,
  mistakes: ScenarioIssue[],
): { min: number; max: number } {
  const parsed = parseDurationRange(text);
  if (parsed.max < parsed.min)
    mistakes.push({ pointer, detail: 'must be a range from the shorter to the longer time' });
  return parsed;
}
