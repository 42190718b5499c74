/**
 * The context of a verb. Verbs are functions of it. A change is synchronous, so no request and no other verb sees it in
 * part.
 */
import type { ClientReport } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import { sandboxIdOf } from '../store/sandboxes.js';
import { readClock } from '../clock.js';
import type { ServiceContext } from '../service-context.js';
import type { Service } from '../service.js';
import type { WorkspaceState } from '../workspace-state.js';
import { notFound } from './refuse.js';
import type { ScenarioSources } from './scenario-sources.js';
import type { BodyOf, QueryOf, ReplyOf, VerbId } from '../../control/verb-types.js';

export interface ControlContext {
  readonly service: Service;
  /** Creates a new API key, too random to guess, and its hash. */
  readonly newKey: () => { readonly key: string; readonly hash: string };
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** The sources of scenarios; undefined without files. */
  readonly sources?: ScenarioSources | undefined;
  /** Judges the clients of a journal. The judge shares no code with the mock server, so the caller provides it. */
  readonly clientReport: (exchanges: readonly Exchange[], how: ConductQuestion) => Promise<ClientReport>;
}

export interface ConductQuestion {
  /** The number of exchanges that were evicted from the journal. */
  readonly dropped: number;
  /** Milliseconds. Polls of one job at shorter intervals are a tight loop. Default: 1000. */
  readonly tightLoop?: number;
  /** Whether the timers of the clients run by the workspace's clock. */
  readonly sharedClock?: boolean;
  /** Whether all requests come from one client in one tab. */
  readonly strict?: boolean;
  /** Only the exchanges of this client. */
  readonly client?: string;
}

/** The input of a verb. */
export interface ControlCall<Id extends VerbId = VerbId> {
  /** The path's parameters: `workspace`, `job` and so on. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The real time, in milliseconds since 1970. */
  readonly real: number;
}

export interface VerbContext extends ControlContext {
  readonly shared: ServiceContext;
  readonly row: WorkspaceRow;
  readonly state: WorkspaceState;
  readonly params: ControlCall['params'];
  readonly real: number;
  /** The current time on the workspace's clock. */
  readonly now: number;
}

export type Verb<Id extends VerbId> = (
  context: ControlContext,
  call: ControlCall<Id>,
) => Promise<ReplyOf<Id>> | ReplyOf<Id>;

type Work<Id extends VerbId, Result> = (context: VerbContext, body: BodyOf<Id>, query: QueryOf<Id>) => Result;

/** A verb that reads a workspace: it changes nothing that a saved state contains. */
export function reads<Id extends VerbId>(work: Work<Id, Promise<ReplyOf<Id>> | ReplyOf<Id>>): Verb<Id> {
  return (context, call) => work(verbContextOf(context, call), call.body, call.query);
}

/** A verb that changes a workspace. */
export function changes<Id extends VerbId>(work: Work<Id, ReplyOf<Id>>): Verb<Id> {
  return (context, call) => {
    const own = verbContextOf(context, call);
    own.state.revision += 1;
    return work(own, call.body, call.query);
  };
}

/** A verb that is loaded with its first call. A page that only mocks the API does not load it. */
export function later<Id extends VerbId>(load: () => Promise<Verb<Id>>): Verb<Id> {
  return async (context, call) => (await load())(context, call);
}

/** The id of a workspace. A sandbox can be named by its key. */
export function workspaceIdOf(named: string): string {
  return sandboxIdOf(named) ?? named;
}

/** @throws UserError for an unknown workspace */
export function verbContextOf(
  context: ControlContext,
  { params, real }: Pick<ControlCall, 'params' | 'real'>,
): VerbContext {
  const { shared } = context.service;
  const id = workspaceIdOf(params['workspace'] ?? '');
  const row = shared.directory.openWorkspace(id);
  if (!row) throw notFound(`workspace ${id.slice(0, 100)}`);
  const state = context.service.workspace(id, real);
  return { ...context, shared, row, state, params, real, now: readClock(state.clock, real) };
}
