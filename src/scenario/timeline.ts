/**
 * A timeline is a compiled scenario: plain data, with all times in milliseconds. The state of a job is a function of its
 * timeline, its events and the current time.
 */
import type { Scenario } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';

/** A duration, or a range for a random duration. For a fixed duration, `min` equals `max`. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** A number of slides, or a share of all slides from 0 to 1. */
export type SlideCount = { readonly slides: number } | { readonly share: number };

/** Fields of a JSON object. Their strings can contain placeholders. */
export type Fields = Readonly<Record<string, unknown>>;

interface Shown {
  /** More fields of the status view during the step, or other values of its fields. */
  readonly view?: Fields | undefined;
}

/** A step that only some jobs have. */
interface Optional {
  /** The share of jobs with this step, from 0 to 1; undefined if all jobs have it. */
  readonly chance?: number | undefined;
}

export interface WorkStep extends Shown, Optional {
  readonly kind: 'work';
  readonly duration: Span;
  /** Undefined when the step does not change the slides. Without `from`, it begins at the end of the previous step. */
  readonly slides: { readonly from: SlideCount | undefined; readonly to: SlideCount } | undefined;
  /** `slides_total` from this step on; undefined when it does not change. */
  readonly total: number | undefined;
  /** Whether the view shows no progress from this step on, until a step has slides. */
  readonly hidesProgress: boolean;
  readonly tokens: { readonly from: number; readonly to: number };
  readonly currentStep: string | undefined;
}

export interface AskStep extends Shown, Optional {
  readonly kind: 'ask';
  readonly message: string;
  /** How long the job waits for a reply; infinite without a limit. */
  readonly wait: Span;
  /** Without a reply in time, the job continues, or fails with this error. */
  readonly otherwise: 'continue' | { readonly error: string };
}

export interface SectionText {
  readonly title: string;
  readonly layout?: 'title' | 'bullets' | 'quote' | 'closing';
  readonly bullets?: readonly string[];
}

export interface CompleteStep extends Shown {
  readonly kind: 'complete';
  /** Undefined for a title made from the prompt. */
  readonly title: string | undefined;
  /** The number of sections, or the sections; undefined for those of the template. */
  readonly sections: number | readonly SectionText[] | undefined;
  /** The final total; undefined for the total of the steps. */
  readonly tokens: number | undefined;
  readonly isPublic: boolean;
  /** More fields of the presentation, or other values of its fields. */
  readonly presentation?: Fields | undefined;
}

export interface FailStep extends Shown, Optional {
  readonly kind: 'fail';
  readonly error: string;
}

export interface StayStep extends Shown, Optional {
  readonly kind: 'stay';
  readonly currentStep: string | undefined;
}

export type Step = WorkStep | AskStep | CompleteStep | FailStep | StayStep;

/** The share of jobs with a step. */
export const chanceOf = (step: Step): number => (step.kind === 'complete' ? 1 : (step.chance ?? 1));

/** Request numbers or times, both ends included. `to` can be infinite. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface FaultResponse {
  readonly status: number;
  /** In milliseconds; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body; undefined for the default problem of the status. */
  readonly body: unknown;
}

export interface Fault {
  readonly operations: readonly OperationId[];
  readonly requests: Range | undefined;
  /** Milliseconds since the start of the job. */
  readonly during: Range | undefined;
  readonly chance: number;
  readonly answer: FaultResponse | undefined;
  /** Whether the operation takes effect before the fault changes its response. */
  readonly takesEffect: boolean;
  readonly latency: Span | undefined;
  readonly connection: 'reset' | 'stall' | undefined;
  readonly corrupt: 'truncated' | 'malformed' | undefined;
  /** The time that the body takes to arrive, in milliseconds. */
  readonly drip: number | undefined;
}

/** The number of requests in a window of milliseconds, for each API key. */
export interface RateLimit {
  readonly requests: number;
  readonly window: number;
}

export interface Timeline {
  /** The name and a hash of the content: two versions of a file have two ids. */
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Empty when the scenario has none. */
  readonly description: string;
  readonly match:
    { readonly prompt: string | undefined; readonly templateId: string | undefined } | undefined;
  readonly access: { readonly plan?: string; readonly apiEnabled?: boolean } | undefined;
  readonly rateLimit: RateLimit | undefined;
  /** The response over the rate limit; undefined for the default. */
  readonly rateResponse: FaultResponse | undefined;
  readonly seed: number | undefined;
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  /** The timelines of the first jobs, in the order of their starts. Later jobs play the steps. */
  readonly jobs: readonly Timeline[];
  /** The ids of the contract rules that the scenario violates on purpose. */
  readonly violates: readonly string[];
  /** The source of the timeline. */
  readonly document: Scenario;
}
