/**
 * Compiles a scenario document to a timeline. Finds the issues that a schema cannot find: unreachable steps, decreasing totals, a
 * scenario without an end.
 */
import type { Scenario, Step as StepDocument } from '../generated/control-api.js';
import { hash32 } from './seeded-random.js';
import { compileFaultResponse, compileFault } from './compile-fault.js';
import { parseAmountRange, parseRateLimit, parseDurationRange } from './value-syntax.js';
import type { JsonObject } from '../base/json.js';
import type { InputIssue } from '../base/user-error.js';
import { closestMatch } from '../base/did-you-mean.js';
import {
  ENDLESS_DURATION,
  getProbability,
  type CompiledAskStep,
  type CompiledCompleteStep,
  type CompiledFailStep,
  type CompiledGenerateStep,
  type CompiledStallStep,
  type CompiledStep,
  type Timeline,
} from './timeline.js';

export type CompileResult = { readonly timeline: Timeline } | { readonly issues: readonly InputIssue[] };

/** The placeholders of `current_step`. */
const STEP_PLACEHOLDERS = ['slide', 'slides_total', 'slides_completed'];

const DEFAULT_NO_REPLY_ERROR = 'No reply was received in time.';

/** Fields of the status response that `status_fields` cannot override, with the reason or the field to use. */
const RESERVED_STATUS_FIELDS: Readonly<Record<string, string>> = {
  generation_id: 'The service sets it',
  status: 'The step sets it',
  tokens_used: 'Use tokens',
};

/** @param document a document that matches the scenario schema */
export function compileScenario(name: string, document: Scenario): CompileResult {
  const issues: InputIssue[] = [];
  const steps = compileSteps(document.steps, issues);
  const rateLimit = document.rate_limit === undefined ? undefined : parseRateLimit(document.rate_limit);
  if (document.rate_limit !== undefined && !rateLimit) {
    issues.push({ pointer: '/rate_limit', detail: 'needs a window longer than zero, such as 20/1m' });
  }
  const { rate_limit_response: rateResponse } = document;
  if (rateResponse && !document.rate_limit)
    issues.push({ pointer: '/rate_limit_response', detail: 'has no effect without rate_limit' });
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
    rateLimitResponse: rateResponse && compileFaultResponse(rateResponse, '/rate_limit_response', issues),
    seed: document.seed,
    steps,
    faults: (document.faults ?? []).map((fault, index) => compileFault(fault, `/faults/${index}`, issues)),
    jobs: (document.jobs ?? []).map((job, index) => compileJob(name, document, job, index, issues)),
    violates: document.violates ?? [],
    document,
  };
  return issues.length > 0 ? { issues } : { timeline };
}

/** Compiles the timeline of one of the first jobs, with the rate limit and the access of the scenario. */
function compileJob(
  name: string,
  scenario: Scenario,
  job: NonNullable<Scenario['jobs']>[number],
  index: number,
  issues: InputIssue[],
): Timeline {
  const inherited = { ...scenario, jobs: undefined, match: undefined, faults: undefined };
  const compiled = compileScenario(`${name.slice(0, 56)}-${index + 1}`, { ...inherited, ...job });
  if ('timeline' in compiled) return compiled.timeline;
  issues.push(
    ...compiled.issues.map(({ pointer, detail }) => ({ pointer: `/jobs/${index}${pointer}`, detail })),
  );
  return undefined as never;
}

function compileSteps(documents: readonly StepDocument[], issues: InputIssue[]): CompiledStep[] {
  let tokens = 0;
  let ended: string | undefined;
  const steps = documents.map((document, index): CompiledStep => {
    const pointer = `/steps/${index}`;
    if (ended !== undefined) issues.push({ pointer, detail: `is unreachable: ${ended} ends the scenario` });
    const step = compileStep(document, tokens, pointer, issues);
    if (step.kind === 'generate') tokens = step.tokens.to;
    if (endsScenario(step.kind) && getProbability(step) >= 1) ended ??= `steps[${index}] (${step.kind})`;
    return step;
  });
  if (ended === undefined) {
    issues.push({
      pointer: `/steps/${documents.length - 1}`,
      detail:
        'must be complete, fail or stall without a probability, because it is the last step. Add one, such as - complete:',
    });
  }
  return steps;
}

/** Whether no job gets past a step of this kind. */
function endsScenario(kind: CompiledStep['kind']): boolean {
  switch (kind) {
    case 'generate':
    case 'ask':
      return false;
    case 'complete':
    case 'fail':
    case 'stall':
      return true;
  }
}

function compileStep(
  { generate, ask, fail, stall, complete, ...others }: StepDocument,
  tokensBefore: number,
  pointer: string,
  issues: InputIssue[],
): CompiledStep {
  // Fails the type check when a kind of step is missing here.
  others satisfies Record<string, never>;
  if (generate) return compileGenerate(generate, tokensBefore, `${pointer}/generate`, issues);
  if (ask) return compileAsk(ask, `${pointer}/ask`, issues);
  if (fail) return compileFail(fail, `${pointer}/fail`, issues);
  if (stall !== undefined) return compileStall(stall ?? {}, `${pointer}/stall`, issues);
  return compileComplete(complete ?? {}, tokensBefore, `${pointer}/complete`, issues);
}

function compileAsk(
  { message, timeout, on_timeout, error, probability, status_fields }: NonNullable<StepDocument['ask']>,
  pointer: string,
  issues: InputIssue[],
): CompiledAskStep {
  if (timeout === undefined && (on_timeout !== undefined || error !== undefined)) {
    const field = on_timeout === undefined ? 'error' : 'on_timeout';
    issues.push({
      pointer: `${pointer}/${field}`,
      detail: 'has no effect: without timeout, the question waits forever. Add timeout, such as 30s',
    });
  } else if (on_timeout === 'continue' && error !== undefined) {
    issues.push({ pointer: `${pointer}/error`, detail: 'has no effect: on timeout, the job continues' });
  }
  return {
    kind: 'ask',
    message,
    timeout:
      timeout === undefined ? ENDLESS_DURATION : compileDurationRange(timeout, `${pointer}/timeout`, issues),
    onTimeout: on_timeout === 'continue' ? 'continue' : { error: error ?? DEFAULT_NO_REPLY_ERROR },
    probability,
    ...compileStatusFields(status_fields, pointer, issues),
  };
}

function compileFail(
  { error, probability, status_fields }: NonNullable<StepDocument['fail']>,
  pointer: string,
  issues: InputIssue[],
): CompiledFailStep {
  return { kind: 'fail', error, probability, ...compileStatusFields(status_fields, pointer, issues) };
}

function compileStall(
  { current_step: currentStep, probability, status_fields }: NonNullable<StepDocument['stall']>,
  pointer: string,
  issues: InputIssue[],
): CompiledStallStep {
  validatePlaceholders(currentStep, `${pointer}/current_step`, issues);
  return { kind: 'stall', currentStep, probability, ...compileStatusFields(status_fields, pointer, issues) };
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
  issues: InputIssue[],
): CompiledCompleteStep {
  if (tokens !== undefined && tokens > 0 && tokens < tokensBefore) {
    issues.push({
      pointer: `${pointer}/tokens`,
      detail: `must be ${tokensBefore} or more, because the total never decreases, or 0 to omit it`,
    });
  }
  return {
    kind: 'complete',
    title,
    sections,
    tokens,
    isPublic,
    ...(presentation && { presentation }),
    ...compileStatusFields(status_fields, pointer, issues),
  };
}

function compileStatusFields(
  fields: JsonObject | undefined,
  pointer: string,
  issues: InputIssue[],
): { readonly statusFields?: JsonObject } {
  for (const [name, why] of Object.entries(RESERVED_STATUS_FIELDS))
    if (fields && fields[name] !== undefined && fields[name] !== null)
      issues.push({
        pointer: `${pointer}/status_fields/${name}`,
        detail: `cannot be overridden. ${why}`,
      });
  return fields ? { statusFields: fields } : {};
}

/** Finds misspelt placeholders. */
function validatePlaceholders(text: string | undefined, pointer: string, issues: InputIssue[]): void {
  for (const [, word = ''] of (text ?? '').matchAll(/\{(\w+)\}/g)) {
    const intended = STEP_PLACEHOLDERS.includes(word) ? undefined : closestMatch(word, STEP_PLACEHOLDERS);
    if (intended === undefined) continue;
    issues.push({
      pointer,
      detail: `has the placeholder {${word}}. Did you mean {${intended}}?`,
    });
  }
}

function compileGenerate(
  document: NonNullable<StepDocument['generate']>,
  tokensBefore: number,
  pointer: string,
  issues: InputIssue[],
): CompiledGenerateStep {
  const tokens = document.tokens === undefined ? undefined : parseAmountRange(document.tokens);
  const from = tokens?.from?.value ?? tokensBefore;
  const to = tokens?.to.value ?? from;
  if (from < tokensBefore) {
    issues.push({
      pointer: `${pointer}/tokens`,
      detail: `must start at ${tokensBefore} or more, because the running total never decreases`,
    });
  } else if (to < from) {
    issues.push({
      pointer: `${pointer}/tokens`,
      detail: `must end at ${from} or more, because the running total never decreases`,
    });
  }
  validatePlaceholders(document.current_step, `${pointer}/current_step`, issues);
  if (document.progress === false) {
    for (const unused of ['slides', 'slides_total'] as const) {
      if (document[unused] === undefined) continue;
      issues.push({ pointer: `${pointer}/${unused}`, detail: 'has no effect: progress is false' });
    }
  }
  const slides = document.slides === undefined ? undefined : parseAmountRange(document.slides);
  const { from: first, to: last } = slides ?? {};
  if (first && last && first.percent === last.percent && first.value > last.value)
    issues.push({
      pointer: `${pointer}/slides`,
      detail: 'must be a range from the smaller to the larger value',
    });
  return {
    kind: 'generate',
    duration: compileDurationRange(document.for, `${pointer}/for`, issues),
    slides: slides && { from: slides.from && toSlideCount(slides.from), to: toSlideCount(slides.to) },
    total: document.slides_total,
    hidesProgress: document.progress === false,
    tokens: { from, to: Math.max(from, to) },
    currentStep: document.current_step,
    probability: document.probability,
    ...compileStatusFields(document.status_fields, pointer, issues),
  };
}

function toSlideCount(count: { value: number; percent: boolean }): { slides: number } | { share: number } {
  return count.percent ? { share: Math.min(count.value, 100) / 100 } : { slides: count.value };
}

function compileDurationRange(
  text: string,
  pointer: string,
  issues: InputIssue[],
): { min: number; max: number } {
  const parsed = parseDurationRange(text);
  if (parsed.max < parsed.min)
    issues.push({ pointer, detail: 'must be a range from the shorter to the longer time' });
  return parsed;
}
