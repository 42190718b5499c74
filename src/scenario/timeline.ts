/**
 * A timeline is a compiled scenario: plain data, with all times in milliseconds. The state of a job is a function of its
 * timeline, its events and the current time.
 */
import type { JsonObject } from '../base/json.js';
import type { Scenario } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';

/** The plans that include the API (1). */
export const PLANS_WITH_API: readonly string[] = ['max', 'business'];

/** A duration, or a range for a random duration. For a fixed duration, `min` equals `max`. */
export interface DurationRangeMs {
  readonly min: number;
  readonly max: number;
}

/** The duration of a step that ends with a reply or an intervention only. */
export const ENDLESS_DURATION: DurationRangeMs = { min: Infinity, max: Infinity };

const NO_DURATION: DurationRangeMs = { min: 0, max: 0 };

/** A number of slides, or a fraction of all slides from 0 to 1. */
export type SlideCount = { readonly slides: number } | { readonly share: number };

interface StepStatusFields {
  /** Extra or overriding fields of the status response during the step. Their strings can contain placeholders. */
  readonly statusFields?: JsonObject | undefined;
}

/** A step that only some jobs have. */
interface ConditionalStep {
  /** The fraction of jobs that have this step, from 0 to 1; undefined if all jobs have it. */
  readonly probability?: number | undefined;
}

export interface CompiledGenerateStep extends StepStatusFields, ConditionalStep {
  readonly kind: 'generate';
  readonly duration: DurationRangeMs;
  /** Undefined when the step does not change the slides. Without `from`, it begins at the end of the previous step. */
  readonly slides: { readonly from: SlideCount | undefined; readonly to: SlideCount } | undefined;
  /** `slides_total` from this step on; undefined if it does not change. */
  readonly total: number | undefined;
  /** Whether progress is omitted from this step on, until a step has slides. */
  readonly hidesProgress: boolean;
  readonly tokens: { readonly from: number; readonly to: number };
  readonly currentStep: string | undefined;
}

export interface CompiledAskStep extends StepStatusFields, ConditionalStep {
  readonly kind: 'ask';
  readonly message: string;
  /** How long the job waits for a reply; infinite without a timeout. */
  readonly timeout: DurationRangeMs;
  /** What happens on timeout: continue, or fail with this error. */
  readonly onTimeout: 'continue' | { readonly error: string };
}

export interface CompiledSection {
  readonly title: string;
  readonly layout?: 'title' | 'bullets' | 'quote' | 'closing';
  readonly bullets?: readonly string[];
}

export interface CompiledCompleteStep extends StepStatusFields {
  readonly kind: 'complete';
  /** Undefined for a title made from the prompt. */
  readonly title: string | undefined;
  /** The number of sections, or the sections; undefined for those of the template. */
  readonly sections: number | readonly CompiledSection[] | undefined;
  /** The final total; undefined for the total of the steps. */
  readonly tokens: number | undefined;
  readonly isPublic: boolean;
  /** Extra or overriding fields of the presentation. Their strings can contain placeholders. */
  readonly presentation?: JsonObject | undefined;
}

export interface CompiledFailStep extends StepStatusFields, ConditionalStep {
  readonly kind: 'fail';
  readonly error: string;
}

export interface CompiledStallStep extends StepStatusFields, ConditionalStep {
  readonly kind: 'stall';
  readonly currentStep: string | undefined;
}

export type CompiledStep =
  CompiledGenerateStep | CompiledAskStep | CompiledCompleteStep | CompiledFailStep | CompiledStallStep;

/** A range of request numbers or times, both ends included. `to` can be infinite. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

export interface CompiledFaultResponse {
  readonly status: number;
  /** In milliseconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined for the default problem of the status. */
  readonly body: unknown;
}

export interface CompiledFault {
  readonly operations: readonly OperationId[];
  readonly requests: NumberRange | undefined;
  /** Milliseconds since the start of the job. */
  readonly during: NumberRange | undefined;
  readonly probability: number;
  readonly response: CompiledFaultResponse | undefined;
  /** Whether the operation takes effect before the fault changes its response. */
  readonly takesEffect: boolean;
  readonly latency: DurationRangeMs | undefined;
  readonly connection: 'reset' | 'timeout' | undefined;
  readonly corrupt: 'truncated' | 'malformed' | undefined;
  /** The time that the body takes to arrive, in milliseconds. */
  readonly drip: number | undefined;
}

/** The number of requests in a window of milliseconds, for each API key. */
export interface CompiledRateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

export interface Timeline {
  /** The name and a hash of the content, so that two versions of a file have different ids. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Empty when the scenario has none. */
  readonly description: string;
  readonly match:
    { readonly prompt: string | undefined; readonly templateId: string | undefined } | undefined;
  readonly access: { readonly plan?: string; readonly apiEnabled?: boolean } | undefined;
  readonly rateLimit: CompiledRateLimit | undefined;
  /** The response to a request over the rate limit; undefined for the default. */
  readonly rateLimitResponse: CompiledFaultResponse | undefined;
  readonly seed: number | undefined;
  readonly steps: readonly CompiledStep[];
  readonly faults: readonly CompiledFault[];
  /** The timelines of the first jobs, in the order of their starts. Later jobs play the steps. */
  readonly jobs: readonly Timeline[];
  /** The ids of the contract rules that the scenario violates on purpose. */
  readonly violates: readonly string[];
  /** The source of the timeline. */
  readonly document: Scenario;
}

/** The fraction of jobs that have a step. */
export const getProbability = (step: CompiledStep): number =>
  step.kind === 'complete' ? 1 : (step.probability ?? 1);

/** How long a step lasts without a reply or an intervention: no time for the end of a job. */
export function getStepDuration(step: CompiledStep): DurationRangeMs {
  switch (step.kind) {
    case 'generate':
      return step.duration;
    case 'ask':
      return step.timeout;
    case 'stall':
      return ENDLESS_DURATION;
    case 'complete':
    case 'fail':
      return NO_DURATION;
  }
}

/** The duration of a step in a chart: the midpoint of its range. */
export function getMidpointDuration(step: CompiledStep): number {
  const { min, max } = getStepDuration(step);
  return (min + max) / 2;
}
