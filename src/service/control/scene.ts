/**
 * The context of a verb. Provides shared and exclusive access to a workspace: verbs are functions of a scene, and no request
 * or other verb sees a change in part.
 */
import type { ConductReport } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import type { WorkspaceRow } from '../../store/directory-rows.js';
import { sandboxIdOf } from '../../store/sandboxes.js';
import { readClock } from '../clock.js';
import type { World } from '../operations/operation.js';
import type { Service } from '../service.js';
import type { WorkspaceState } from '../workspace-state.js';
import { notFound } from './refuse.js';
import type { ScenarioSources } from './scenario-sources.js';
import type { BodyOf, QueryOf, ReplyOf, VerbId } from './types.js';

export interface ControlContext {
  readonly service: Service;
  /** Creates a new API key, too random to guess, and its hash. */
  readonly newKey: () => { readonly key: string; readonly hash: string };
  /** Runs verbs in one order for all processes that share the state; undefined if no other process does. */
  readonly order?: VerbOrder | undefined;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  /** The sources of scenarios; undefined without files. */
  readonly sources?: ScenarioSources | undefined;
  /** Judges the clients of a journal. The judge shares no code with the stand-in, so the caller provides it. */
  readonly judgeClients: (exchanges: readonly Exchange[], how: ConductQuestion) => Promise<ConductReport>;
}

export interface VerbOrder {
  /** @param call its input was checked */
  run<Id extends VerbId>(id: Id, call: ControlCall<Id>): Promise<ReplyOf<Id>>;
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

export interface Scene extends ControlContext {
  readonly world: World;
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

type Work<Id extends VerbId> = (
  scene: Scene,
  body: BodyOf<Id>,
  query: QueryOf<Id>,
) => Promise<ReplyOf<Id>> | ReplyOf<Id>;

/** A verb that reads a workspace. It runs in parallel with requests, and never during a change. */
export function reads<Id extends VerbId>(work: Work<Id>): Verb<Id> {
  return async (context, call) => {
    const { lock } = stateOf(context, call);
    while (lock.change) await lock.change;
    lock.enterShared();
    try {
      return await work(sceneOf(context, call), call.body, call.query);
    } finally {
      lock.leaveShared();
    }
  };
}

/** A verb that changes a workspace. It runs alone, so no request sees a change in part. */
export function changes<Id extends VerbId>(work: Work<Id>): Verb<Id> {
  return alone((scene, body, query) => {
    scene.state.revision += 1;
    return work(scene, body, query);
  });
}

/** A verb that reads a whole workspace between two changes. */
export function alone<Id extends VerbId>(work: Work<Id>): Verb<Id> {
  return (context, call) =>
    stateOf(context, call).lock.runAlone(async () => work(sceneOf(context, call), call.body, call.query));
}

/** The id of a workspace. A sandbox can be named by its key. */
export function workspaceIdOf(named: string): string {
  return sandboxIdOf(named) ?? named;
}

function stateOf({ service }: ControlContext, { params, real }: Pick<ControlCall, 'params' | 'real'>) {
  const id = workspaceIdOf(params['workspace'] ?? '');
  if (!service.world.directory.openWorkspace(id)) throw notFound(`workspace ${id.slice(0, 100)}`);
  return service.workspace(id, real);
}

function sceneOf(context: ControlContext, { params, real }: Pick<ControlCall, 'params' | 'real'>): Scene {
  const { world } = context.service;
  const id = workspaceIdOf(params['workspace'] ?? '');
  const row = world.directory.openWorkspace(id);
  if (!row) throw notFound(`workspace ${id.slice(0, 100)}`);
  const state = context.service.workspace(id, real);
  return { ...context, world, row, state, params, real, now: readClock(state.clock, real) };
}
