/**
 * Controls one workspace: its scenario, clock, jobs, faults, journal and settings. Each method is atomic: it validates its input, and
 * throws a UserError without any change if it is invalid.
 */
import type {
  ActiveFault,
  AddFaultRequest,
  WorkspaceChanges,
  UpdateWorkspaceRequest,
  CreatedApiKey,
  JobInfo,
  ResetRequest,
  Snapshot,
  Scenario,
  ScenarioList,
  ScenarioSource,
  StartJobRequest,
  WorkspaceTemplateList,
  WorkspaceInfo,
} from '../generated/control-api.js';
import type { ClientReport } from '../judge/report/report.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import type { ControlOperationId } from '../generated/control-routes.js';
import { toQuery, type ControlRequest } from './control/validate-input.js';
import type { WorkspaceClock } from './control/clocks.js';
import { toClientReportQuery, type ClientReportOptions } from './control/client-report.js';
import type { JournalFilter } from './control/journals.js';
import {
  type ControlContext,
  resolveWorkspaceId,
  openWorkspaceContext,
} from './control/workspace-context.js';
import { setActiveScenario, runControlOperation, openOperation } from './control/control-operations.js';
import { watchChanges } from './control/watch-changes.js';
import { resetWorkspace } from './control/workspaces.js';

/** A scenario: its name, an object, or the text of a file. */
export type ParsedScenarioInput = string | Scenario | { readonly yaml: string; readonly name?: string };

/** @typeParam Input the scenarios that `useScenario` accepts */
export class Workspace<Input = ParsedScenarioInput> {
  readonly id: string;
  /** Drives states, rate limits, latency and timestamps. */
  readonly clock: WorkspaceClock;
  readonly #context: ControlContext;

  /** @param idOrKey the id of a workspace or a sandbox key; empty for the unassigned requests */
  constructor(context: ControlContext, idOrKey: string) {
    this.#context = context;
    this.id = resolveWorkspaceId(idOrKey);
    this.clock = {
      now: () => openWorkspaceContext(context, this.id).now,
      pendingResponses: () => this.#run('getClock').pending_responses,
      pause: () => void this.#run('pauseClock'),
      resume: () => void this.#run('resumeClock'),
      advance: (by) => void this.#run('advanceClock', { body: { by } }),
      setSpeed: (speed) => void this.#run('setClockSpeed', { body: { speed } }),
      next: (job) => this.#run('advanceClockToNextEvent', { body: { job } }),
    };
  }

  /** Plan, API switch, active scenario, clock, and counts of the data. */
  info(): WorkspaceInfo {
    return this.#run('getWorkspace');
  }

  /** Changes the plan or the API switch. */
  update(change: UpdateWorkspaceRequest): WorkspaceInfo {
    return this.#run('updateWorkspace', { body: change });
  }

  /** Creates an API key. Only this result contains its value: it cannot be read again. */
  createApiKey(): CreatedApiKey {
    return this.#run('createApiKey');
  }

  /**
   * Deletes jobs, presentations and the journal, clears the active scenario, and sets the clock to the real time; or only
   * the given parts.
   */
  reset(parts?: ResetRequest): void {
    resetWorkspace(
      openOperation(this.#context, 'resetWorkspace', this.#withWorkspace({ body: parts })),
      parts,
    );
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, its path.
   * @throws UserError with the closest scenario name, or with every error in the scenario
   */
  useScenario(scenario: Input): void {
    setActiveScenario(
      openWorkspaceContext(this.#context, this.id),
      this.#context.resolveScenario(scenario as never),
    );
  }

  /** Clears the active scenario: new jobs play the default again. */
  clearScenario(): void {
    this.#run('clearScenario');
  }

  /** The scenarios by name, each with a summary of its steps and faults. */
  scenarios(): ScenarioList['scenarios'] {
    return this.#run('listScenarios').scenarios;
  }

  /** The text of a scenario, from its file or generated. Asynchronous, because browsers load YAML with the first call. */
  async scenarioSource(scenario: string): Promise<ScenarioSource> {
    return this.#run('getScenarioSource', { params: { scenario } });
  }

  /** The newest jobs, the newest first, each with its status response and its position on the timeline. */
  jobs(limit = 1000): readonly JobInfo[] {
    return this.#run('listJobs', { query: toQuery({ limit }) }).jobs;
  }

  /** A job with its timeline, now or at another time: `job(id, { at: '2026-01-15T09:30:00Z' })`. */
  job(job: string, options: { readonly at?: string | number } = {}): JobInfo {
    return this.#run('getJob', { params: { job }, query: toQuery(options) });
  }

  /**
   * Starts a job without a request in the journal. Access, rate limit and faults do not apply.
   * @throws UserError if the template or the scenario does not exist
   */
  startJob(job: StartJobRequest): JobInfo {
    return this.#run('startJob', { body: job });
  }

  /** The templates that new jobs can use. The first is the default. */
  templates(): WorkspaceTemplateList['templates'] {
    return this.#run('listWorkspaceTemplates').templates;
  }

  /** Makes a job ask a question. After the reply, the job resumes at its previous position. */
  askQuestion(job: string, message: string): JobInfo {
    return this.#run('askQuestion', { params: { job }, body: { message } });
  }

  /** Replies to the job's question, like a message from its client. */
  replyToJob(job: string, message: string): JobInfo {
    return this.#run('replyToJob', { params: { job }, body: { message } });
  }

  /** Stalls a job: it makes no progress until `failJob` or `completeJob`. */
  stallJob(job: string): JobInfo {
    return this.#run('stallJob', { params: { job } });
  }

  failJob(job: string, error: string): JobInfo {
    return this.#run('failJob', { params: { job }, body: { error } });
  }

  completeJob(job: string, title?: string): JobInfo {
    return this.#run('completeJob', { params: { job }, body: { title } });
  }

  /** Adds a fault for the next responses of an operation, with the fields of scenario files. */
  addFault(fault: AddFaultRequest): ActiveFault {
    return this.#run('addFault', { body: fault });
  }

  /** The active faults, in the order in which they apply. */
  faults(): readonly ActiveFault[] {
    return this.#run('listFaults').faults;
  }

  /** Removes an active fault. Returns the others. */
  removeFault(fault: string): readonly ActiveFault[] {
    return this.#run('removeFault', { params: { fault } }).faults;
  }

  /** Removes all active faults. */
  clearFaults(): void {
    this.#run('clearFaults');
  }

  /** The last exchanges with the keys of this workspace, in the order of their starts. Keys are redacted. */
  journal(filter: JournalFilter = {}): readonly Exchange[] {
    return this.#run('getJournal', { query: toQuery(filter) }).exchanges;
  }

  /** @internal One exchange by its number. */
  exchange(sequence: string): Exchange {
    return this.#run('getExchange', { params: { sequence } });
  }

  /** The journal as HAR 1.2. */
  har(filter: JournalFilter = {}): Har {
    return this.#run('getJournalHar', { query: toQuery(filter) });
  }

  clearJournal(options: { readonly includeUnassigned?: boolean } = {}): void {
    this.#run('clearJournal', { query: toQuery(options) });
  }

  /**
   * Checks the clients of this workspace against every rule that the spec gives to clients (3, 4.5, 5, 7). Requests without a key of
   * this workspace are not included. Asynchronous, because the judge is loaded with the first call.
   * @throws UserError if an option is invalid
   */
  async clientReport(options: ClientReportOptions = {}): Promise<ClientReport> {
    return this.#run('getClientReport', { query: toClientReportQuery(options) });
  }

  /**
   * The changes of the workspace, until the caller stops reading. The first value is the complete state; then Deckhand polls twice a
   * second, and yields the parts that have changed.
   */
  changes(): AsyncGenerator<WorkspaceChanges, void, void> {
    return watchChanges((cursor) => this.changesSince(cursor), this.#context.realWait);
  }

  /** The changes since an earlier result, by its `cursor`. Without a cursor, everything. */
  changesSince(cursor?: string): WorkspaceChanges {
    return this.#run('getChanges', { query: toQuery({ cursor }) });
  }

  /** The workspace as one plain object, without keys. `restore` reads it. */
  snapshot(): Snapshot {
    return this.#run('getSnapshot');
  }

  /** Restores a snapshot. @throws UserError with every issue; then nothing has changed */
  restore(snapshot: Snapshot): void {
    this.#run('restoreSnapshot', { body: snapshot });
  }

  #run<Id extends ControlOperationId>(
    id: Id,
    request: ControlRequest = {},
  ): ReturnType<typeof runControlOperation<Id>> {
    return runControlOperation(this.#context, id, this.#withWorkspace(request));
  }

  #withWorkspace({ params, ...rest }: ControlRequest): ControlRequest {
    return { ...rest, params: { ...params, workspace: this.id } };
  }
}
