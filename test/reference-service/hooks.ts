/**
 * The ways in which a service can differ from the plain one: other choices, and a few hooks. Mutants and liberties are
 * variations; the reference service has none.
 */
import type { ServiceConfig } from './config.js';
import type { Job, Presentation, Workspace, ServiceStore } from './store.js';
import type { Operation } from './routes.js';
import type { ScriptedState } from './job-scripts.js';

/** One request as hooks see it, and the facts that the service knows about it so far. */
export interface Call {
  readonly store: ServiceStore;
  readonly method: string;
  readonly path: string;
  /** The part after the question mark; empty without one. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the interface has no such path and method. */
  readonly operation: Operation | undefined;
  /** The sent key, and its header. */
  readonly key: string | undefined;
  readonly keyHeader: 'authorization' | 'x-api-key' | undefined;
  readonly connection: string | undefined;
  /** The request's body, parsed; undefined when there is none or it is not JSON. */
  readonly input: unknown;
  /** The workspace of the key; undefined when the call is refused. */
  workspace: Workspace | undefined;
  /** The job and the presentation of the call (named in its path, started, or created), of any workspace. */
  job: Job | undefined;
  presentation: Presentation | undefined;
}

/** A response before it is encoded. `body`: undefined for none. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response as it goes out. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case, unless a variation changes them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The end of the body: by its length, by chunks, or by closing the connection. */
  readonly framing: 'length' | 'chunked' | 'close';
  /** Milliseconds before it is sent. */
  readonly delay: number;
}

/** In the order of their use for a request. Each gets the reference service's result, and returns the result to use. */
export interface Hooks {
  /** The path that the router takes the path of a request for. */
  readonly route?: (path: string) => string;
  /** The workspace of the call; undefined refuses it. */
  readonly authenticate?: (original: Workspace | undefined, call: Call) => Workspace | undefined;
  /** Runs after a call is accepted and before it is carried out; a response returned here replaces that. */
  readonly replaceResponse?: (call: Call) => ServiceResponse | undefined;
  /** Whether the caller has access to the job or presentation of the call. */
  readonly authorize?: (original: boolean, call: Call) => boolean;
  /** The states of a new job. */
  readonly states?: (original: readonly ScriptedState[], prompt: string) => readonly ScriptedState[];
  /** The response, also of refusals. */
  readonly editResponse?: (original: ServiceResponse, call: Call) => ServiceResponse;
  readonly editRawResponse?: (original: RawResponse, call: Call) => RawResponse;
}

export interface ServiceHooks extends Hooks {
  readonly choices?: Partial<ServiceConfig>;
}

/** All of them as one: each gets the result of the one before it. Of several `replaceResponse`, the first response counts. */
export function combine(
  variations: readonly ServiceHooks[],
): Required<Hooks> & { choices: Partial<ServiceConfig> } {
  return {
    choices: Object.assign({}, ...variations.map(({ choices }) => choices)),
    route: (path) => variations.reduce((routed, { route }) => route?.(routed) ?? routed, path),
    authenticate: (original, call) =>
      chain(variations, 'authenticate', original, (hook, value) => hook(value, call)),
    replaceResponse: (call) => {
      for (const { replaceResponse } of variations) {
        const response = replaceResponse?.(call);
        if (response) return response;
      }
      return undefined;
    },
    authorize: (original, call) =>
      chain(variations, 'authorize', original, (hook, value) => hook(value, call)),
    states: (original, prompt) => chain(variations, 'states', original, (hook, value) => hook(value, prompt)),
    editResponse: (original, call) =>
      chain(variations, 'editResponse', original, (hook, value) => hook(value, call)),
    editRawResponse: (original, call) =>
      chain(variations, 'editRawResponse', original, (hook, value) => hook(value, call)),
  };
}

function chain<Name extends Exclude<keyof Hooks, 'route'>, Value>(
  variations: readonly ServiceHooks[],
  name: Name,
  original: Value,
  apply: (hook: NonNullable<Hooks[Name]>, value: Value) => Value,
): Value {
  return variations.reduce((value, { [name]: hook }) => (hook ? apply(hook, value) : value), original);
}
