/**
 * The ways in which a service may be made to differ from the plain one: other choices, and a few hooks. Mutants and
 * liberties are variations; the plain service is the one with none.
 */
import type { Choices } from './choices.js';
import type { Job, Presentation, Workspace, World } from './records.js';
import type { Operation } from './routes.js';
import type { Stage } from './stages.js';

/** One request as hooks see it, and what the service found out about it so far. */
export interface Call {
  readonly world: World;
  readonly method: string;
  readonly path: string;
  /** What follows the question mark; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the interface has no such path and method. */
  readonly operation: Operation | undefined;
  /** The key that was sent, and the header that carried it. */
  readonly key: string | undefined;
  readonly keyHeader: 'authorization' | 'x-api-key' | undefined;
  /** The request's body, parsed; undefined when there is none or it is not JSON. */
  readonly input: unknown;
  /** Whose key it is; undefined when the call is not let in. */
  workspace: Workspace | undefined;
  /** The job and the presentation that the call is about (named in its path, started, or created), whoever owns them. */
  job: Job | undefined;
  presentation: Presentation | undefined;
}

/** An answer before it is encoded. `body`: undefined for none. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer as it goes out. */
export interface Wire {
  readonly status: number;
  /** Names in lower case, unless a variation wants them otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** How the end of the body is told: by its length, by chunks, or by closing the connection. */
  readonly framing: 'length' | 'chunked' | 'close';
  /** Ms before it is sent. */
  readonly delay: number;
}

/** In the order in which a request meets them. Each gets what the plain service would do, and says what is done. */
export interface Hooks {
  /** Whose call it is; undefined refuses it. */
  readonly caller?: (honest: Workspace | undefined, call: Call) => Workspace | undefined;
  /** Runs once a call is let in and before it is carried out; an answer returned here stands instead of carrying it out. */
  readonly instead?: (call: Call) => Answer | undefined;
  /** Whether the caller reaches the job or presentation that the call names. */
  readonly reaches?: (honest: boolean, call: Call) => boolean;
  /** What a new job will go through. */
  readonly stages?: (honest: readonly Stage[], prompt: string) => readonly Stage[];
  /** What is answered, refusals included. */
  readonly answer?: (honest: Answer, call: Call) => Answer;
  readonly wire?: (honest: Wire, call: Call) => Wire;
}

export interface Variation extends Hooks {
  readonly choices?: Partial<Choices>;
}

/** All of them as one: each gets what the one before it made. Of several `instead`, the first that answers. */
export function combine(variations: readonly Variation[]): Required<Hooks> & { choices: Partial<Choices> } {
  return {
    choices: Object.assign({}, ...variations.map(({ choices }) => choices)),
    caller: (honest, call) => chain(variations, 'caller', honest, (hook, value) => hook(value, call)),
    instead: (call) => {
      for (const { instead } of variations) {
        const answer = instead?.(call);
        if (answer) return answer;
      }
      return undefined;
    },
    reaches: (honest, call) => chain(variations, 'reaches', honest, (hook, value) => hook(value, call)),
    stages: (honest, prompt) => chain(variations, 'stages', honest, (hook, value) => hook(value, prompt)),
    answer: (honest, call) => chain(variations, 'answer', honest, (hook, value) => hook(value, call)),
    wire: (honest, call) => chain(variations, 'wire', honest, (hook, value) => hook(value, call)),
  };
}

function chain<Name extends keyof Hooks, Value>(
  variations: readonly Variation[],
  name: Name,
  honest: Value,
  apply: (hook: NonNullable<Hooks[Name]>, value: Value) => Value,
): Value {
  return variations.reduce((value, { [name]: hook }) => (hook ? apply(hook, value) : value), honest);
}
