/** The context of one control operation: its workspace, the time on its clock, and its dependencies. */
import type {
  CheckScenarioRequest,
  JobScenarioText,
  SavedScenario,
  SaveScenarioRequest,
  ScenarioCheck,
} from '../../generated/control-api.js';
import type { ClientReport } from '../../judge/report/report.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Timeline } from '../../scenario/timeline.js';
import { readClock } from '../clock.js';
import type { ServiceContext } from '../context.js';
import type { JobSource } from './job-source.js';
import { ReplayedJobs } from './replayed-jobs.js';
import { StoredJobs, type StoredJobsContext } from './stored-jobs.js';
import type { Service } from '../service.js';
import type { WorkspaceRecord } from '../store/registry-records.js';
import { toSandboxId } from '../store/registry.js';
import type { WorkspaceState } from '../workspace-state.js';
import { notFound } from './validate-input.js';

/** The dependencies of all control operations. */
export interface ControlContext {
  readonly service: Service;
  /** The real time, in milliseconds since 1970. */
  readonly realNow: () => number;
  /** Waits in real time, in milliseconds. */
  readonly realWait: (milliseconds: number) => Promise<void>;
  /** Creates a new API key, too random to guess, and its hash. */
  readonly newKey: () => { readonly key: string; readonly hash: string };
  /** The sources of scenarios; undefined without files. */
  readonly sources?: ScenarioSources | undefined;
  /** Resolves a scenario that a caller in this process passes: a name, an object, a text, or the path of a file. */
  readonly resolveScenario: (input: never) => Timeline;
  /** The operations of the scenario editor. Only servers have them, so that pages do not load their code. */
  readonly editing?: ScenarioEditing | undefined;
  /** Checks the clients of a journal. The caller provides it, because the judge shares no code with the mock server. */
  readonly clientReport: (
    exchanges: readonly Exchange[],
    request: ClientReportRequest,
  ) => Promise<ClientReport>;
}

export interface ScenarioEditing {
  readonly check: (request: CheckScenarioRequest) => Promise<ScenarioCheck>;
  /** @throws UserError with a reason; then nothing was written or loaded */
  readonly save: (
    context: ControlContext,
    name: string,
    request: SaveScenarioRequest,
  ) => Promise<SavedScenario>;
  /** @throws UserError `not-found`, or `job-conflict` if no scenario can express the job */
  readonly toScenario: (workspace: WorkspaceContext, jobId: string) => JobScenarioText;
}

export interface ClientReportRequest {
  /** The number of exchanges that were evicted from the journal. */
  readonly evicted: number;
  /** Milliseconds. Polls of one job at shorter intervals are a tight loop. Default: 1000. */
  readonly minPollInterval?: number;
  /** Whether the timers of the clients follow the workspace's clock. */
  readonly timersFollowClock?: boolean;
  /** Whether all requests come from one client in one tab. */
  readonly singleClient?: boolean;
  /** Only the exchanges of this client. */
  readonly client?: string;
}

/** A workspace, or the unassigned requests, whose workspace id is empty. */
export interface WorkspaceContext {
  readonly service: Service;
  readonly shared: ServiceContext;
  readonly state: WorkspaceState;
  readonly jobs: JobSource;
  /** @throws UserError for the unassigned requests */
  readonly record: WorkspaceRecord;
  readonly real: number;
  /** The current time on the clock of the workspace. */
  readonly now: number;
}

export interface ScenarioFileText {
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
  /** The SHA-256 of the text; null if `save` would write another file. */
  readonly hash: string | null;
}

export type ScenarioSaving = { readonly folder: string } | { readonly reason: string };

/** What must be true for a file to be replaced. */
export interface SaveCondition {
  /** The hash of the text that was read; null for a new file. */
  readonly previous: string | null;
  /** @throws UserError if the old text of the file must not be replaced */
  readonly assertReplaceable: (oldText: string, file: string) => void;
}

export interface SavedScenarioFile extends ScenarioFileText {
  readonly hash: string;
}

export interface ScenarioSources {
  /** The folder in which `save` writes, or why it cannot. */
  readonly saving: ScenarioSaving;
  /**
   * Writes the file of a scenario.
   * @param name a valid name of a scenario
   * @throws UserError `scenario-conflict` if the file has another text, `not-writable` if it cannot be written
   */
  save(name: string, text: string, condition: SaveCondition): SavedScenarioFile;
  /** The current text of the scenario with this name; `undefined` when there is none. */
  read(name: string): ScenarioFileText | undefined;
}

/** The id of a workspace, by its id or its sandbox key. */
export function resolveWorkspaceId(idOrKey: string): string {
  return toSandboxId(idOrKey) ?? idOrKey;
}

/** @throws UserError for an unknown workspace. The empty id stands for the unassigned requests */
export function openWorkspaceContext({ service, realNow }: ControlContext, id: string): WorkspaceContext {
  const { shared } = service;
  const record = shared.directory.getOrOpenWorkspace(id);
  if (!record && id !== '') throw notFound(`workspace ${id.slice(0, 100)}`);
  const real = realNow();
  const state = service.workspace(id, real);
  const now = readClock(state.clock, real);
  const context = {
    service,
    shared,
    state,
    get record() {
      if (record) return record;
      throw notFound('workspace for requests without a key');
    },
    real,
    now,
  };
  return Object.assign(context, { jobs: openJobs(context) });
}

/** The jobs of a workspace: those of its recording, or of the store. */
export function openJobs(context: StoredJobsContext): JobSource {
  const { state, now } = context;
  return state.replay ? new ReplayedJobs(state.replay, now) : new StoredJobs(context);
}
