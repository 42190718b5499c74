/**
 * A timeline: a scenario compiled to what the stand-in plays. Plain data, all times in milliseconds, nothing left to
 * parse. Where a job stands is computed from it, its events so far and the time; nothing here ticks.
 */
import type { Scenario } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';

/** A time, or a range to draw one from. `min` equals `max` when there is nothing to draw. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** A number of slides, or a share of the deck. */
export type SlideCount = { readonly slides: number } | { readonly share: number };

export interface WorkStep {
  readonly kind: 'work';
  readonly duration: Span;
  /** Absent before slide generation has begun. Begins where the step before ended unless `from` says otherwise. */
  readonly slides: { readonly from: SlideCount | undefined; readonly to: SlideCount } | undefined;
  /** How many slides progress says there will be, from here on. */
  readonly total: number | undefined;
  /** Whether progress is gone from here on, until a step has slides again. */
  readonly hidesProgress: boolean;
  readonly tokens: { readonly from: number; readonly to: number };
  readonly currentStep: string | undefined;
}

export interface AskStep {
  readonly kind: 'ask';
  readonly message: string;
  /** How long it waits for a reply; infinite when for ever. */
  readonly wait: Span;
  /** What happens when nobody replied in time: go on, or fail with this error. */
  readonly otherwise: 'continue' | { readonly error: string };
}

export interface SectionText {
  readonly title: string;
  readonly layout?: 'title' | 'bullets' | 'quote' | 'closing';
  readonly bullets?: readonly string[];
}

export interface CompleteStep {
  readonly kind: 'complete';
  /** Instead of the title made from the prompt. */
  readonly title: string | undefined;
  /** How many sections, or which; the template's outline when left out. */
  readonly sections: number | readonly SectionText[] | undefined;
  /** The final total, instead of what the steps came to. */
  readonly tokens: number | undefined;
  readonly isPublic: boolean;
}

export interface FailStep {
  readonly kind: 'fail';
  readonly error: string;
}

export interface StayStep {
  readonly kind: 'stay';
  readonly currentStep: string | undefined;
}

export type Step = WorkStep | AskStep | CompleteStep | FailStep | StayStep;

/** Numbers of requests or times, both ends included; the end may be infinite. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface FaultAnswer {
  readonly status: number;
  /** Milliseconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; a problem that fits the status when undefined. */
  readonly body: unknown;
}

export interface Fault {
  readonly operations: readonly OperationId[];
  readonly requests: Range | undefined;
  /** Since the job's start. */
  readonly during: Range | undefined;
  readonly chance: number;
  readonly answer: FaultAnswer | undefined;
  readonly latency: Span | undefined;
  readonly connection: 'reset' | 'stall' | undefined;
  readonly corrupt: 'truncated' | 'malformed' | undefined;
  /** How long the body takes to arrive. */
  readonly drip: number | undefined;
}

/** So many requests in so many milliseconds, for each key. */
export interface RateLimit {
  readonly requests: number;
  readonly window: number;
}

export interface Timeline {
  /** The scenario's name and the hash of its content: two versions of one file are two timelines. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly match:
    { readonly prompt: string | undefined; readonly templateId: string | undefined } | undefined;
  readonly access: { readonly plan?: string; readonly apiEnabled?: boolean } | undefined;
  readonly rateLimit: RateLimit | undefined;
  readonly seed: number | undefined;
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  /** The contract rules it breaks on purpose. */
  readonly violates: readonly string[];
  /** What it was compiled from. */
  readonly document: Scenario;
}
