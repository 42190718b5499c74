/**
 * What a verb works in: a workspace, alone or beside its requests. Verbs are written as functions of a scene; how they get
 * at it, and that nobody sees half of what they change, is decided here.
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
  /** Makes the value of a new API key, which nobody can guess. */
  readonly newKey: () => string;
  /** Where scenarios stand written; left out where there are no files. */
  readonly sources?: ScenarioSources | undefined;
  /** Judges the clients of a journal. The judge shares no code with the stand-in, so it comes from outside. */
  readonly judgeClients: (exchanges: readonly Exchange[], how: ConductQuestion) => Promise<ConductReport>;
}

export interface ConductQuestion {
  /** How many exchanges the journal no longer has. */
  readonly dropped: number;
  /** Ms: polls of one job faster than this are a tight loop. 1000 when left out. */
  readonly tightLoop?: number;
  /** Whether the clients' own timers run by the workspace's clock. */
  readonly sharedClock?: boolean;
  /** Whether all requests come from one client in one tab. */
  readonly strict?: boolean;
}

/** What was asked for. */
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
  /** The instant, on the workspace's clock. */
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

/** A verb that looks at a workspace: beside its requests, and between changes. */
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

/** A verb that changes a workspace: no request sees half of it. */
export function changes<Id extends VerbId>(work: Work<Id>): Verb<Id> {
  return (context, call) =>
    stateOf(context, call).lock.runAlone(async () => work(sceneOf(context, call), call.body, call.query));
}

/** The id of the workspace that is meant: a sandbox may be named by its key. */
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
