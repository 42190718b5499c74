/**
 * One workspace: its scenario, clock, jobs, faults, journal and settings. Each verb checks its input, and is synchronous: it
 * changes all that it says, or throws a UserError and changes nothing. `RemoteWorkspace` has the same verbs with promises.
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
  WorkspaceInfo as WorkspaceInfo,
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

/** @typeParam Choice the scenarios that `useScenario` takes */
export class Workspace<Input = ParsedScenarioInput> {
  readonly id: string;
  /** Drives states, rate limits, latency and timestamps. */
  readonly clock: WorkspaceClock;
  readonly #context: ControlContext;

  /** @param named the id or a sandbox key; empty for requests without a key that opens a workspace */
  constructor(context: ControlContext, named: string) {
    this.#context = context;
    this.id = resolveWorkspaceId(named);
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
    resetWorkspace(openOperation(this.#context, 'resetWorkspace', this.#sent({ body: parts })), parts);
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, the
   * path of one.
   * @throws UserError with the nearest scenario name, or with every mistake in the scenario
   */
  useScenario(scenario: Input): void {
    setActiveScenario(
      openWorkspaceContext(this.#context, this.id),
      this.#context.timelineOf(scenario as never),
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

  /** The text of a scenario, from its file or generated. A promise, because pages load YAML with the first call. */
  async scenarioSource(scenario: string): Promise<ScenarioSource> {
    return this.#run('getScenarioSource', { params: { scenario } });
  }

  /** The newest jobs, the newest first, each with its status view and its position on the timeline. */
  jobs(limit = 1000): readonly JobInfo[] {
    return this.#run('listJobs', { query: toQuery({ limit }) }).jobs;
  }

  /** A job with its whole timeline, now or at an instant: `job(id, { at: '2026-01-15T09:30:00Z' })`. */
  job(job: string, options: { readonly at?: string | number } = {}): JobInfo {
    return this.#run('getJob', { params: { job }, query: toQuery(options) });
  }

  /**
   * Starts a job without a request in the journal. Access, rate limit and faults do not apply.
   * @throws UserError when the template or the scenario does not exist
   */
  startJob(job: StartJobRequest): JobInfo {
    return this.#run('startJob', { body: job });
  }

  /** The templates that new jobs can use. The first is the default. */
  templates(): WorkspaceTemplateList['templates'] {
    return this.#run('listWorkspaceTemplates').templates;
  }

  /** Makes a job ask a question. After the reply, the job resumes where it was. */
  askQuestion(job: string, message: string): JobInfo {
    return this.#run('askQuestion', { params: { job }, body: { message } });
  }

  /** Replies to the job's question, as its client would. */
  replyToJob(job: string, message: string): JobInfo {
    return this.#run('replyToJob', { params: { job }, body: { message } });
  }

  /** Stops a job until it is made to fail or to complete. */
  stallJob(job: string): JobInfo {
    return this.#run('stallJob', { params: { job } });
  }

  failJob(job: string, error: string): JobInfo {
    return this.#run('failJob', { params: { job }, body: { error } });
  }

  completeJob(job: string, title?: string): JobInfo {
    return this.#run('completeJob', { params: { job }, body: { title } });
  }

  /** Activates a fault for the next responses of an operation, with the fields of scenario files. */
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
   * How the clients of this workspace behaved: every rule that the interface gives to clients (3, 4.5, 5, 7), with the
   * exchanges that break it. Requests without a key of this workspace are not included. A promise, because the judge is
   * loaded with the first call.
   * @throws UserError when an option is wrong
   */
  async clientReport(options: ClientReportOptions = {}): Promise<ClientReport> {
    return this.#run('getClientReport', { query: toClientReportQuery(options) });
  }

  /**
   * What changes in the workspace, until the caller stops reading. The first value is the whole state; after it, Deckhand asks
   * twice a second and gives the parts that have changed.
   */
  changes(): AsyncGenerator<WorkspaceChanges, void, void> {
    return watchChanges((next) => this.changesSince(next), this.#context.realWait);
  }

  /** What has changed since an earlier answer, by its `cursor`. Without it, everything. */
  changesSince(cursor?: string): WorkspaceChanges {
    return this.#run('getChanges', { query: toQuery({ cursor }) });
  }

  /** The workspace as one plain object, without keys. `restore` reads it. */
  snapshot(): Snapshot {
    return this.#run('getSnapshot');
  }

  /** Replaces the workspace by a snapshot. @throws UserError with the place of each mistake; then nothing has changed */
  restore(snapshot: Snapshot): void {
    this.#run('restoreSnapshot', { body: snapshot });
  }

  #run<Id extends ControlOperationId>(
    id: Id,
    sent: ControlRequest = {},
  ): ReturnType<typeof runControlOperation<Id>> {
    return runControlOperation(this.#context, id, this.#sent(sent));
  }

  #sent({ params, ...rest }: ControlRequest): ControlRequest {
    return { ...rest, params: { ...params, workspace: this.id } };
  }
}
