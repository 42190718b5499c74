/**
 * One workspace: its scenario, clock, jobs, faults, journal and settings. Each verb checks its input, and is synchronous: it
 * changes all that it says, or throws a UserError and changes nothing. `RemoteWorkspace` has the same verbs with promises.
 */
import type {
  ArmedFault,
  ArmFaultRequest,
  Changes,
  ChangeWorkspaceRequest,
  CreatedKey,
  Job,
  ResetRequest,
  SavedState,
  Scenario,
  ScenarioList,
  ScenarioSource,
  StartJobRequest,
  TemplateList,
  Workspace as WorkspaceInfo,
} from '../generated/control-api.js';
import type { ClientReport } from '../judge/report/report.js';
import { refuseGoneVerbs } from '../base/gone.js';
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

/** @typeParam Choice the scenarios that `use` takes */
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
      held: () => this.#run('readClock').held,
      pause: () => void this.#run('pauseClock'),
      resume: () => void this.#run('resumeClock'),
      advance: (by) => void this.#run('advanceClock', { body: { by } }),
      setSpeed: (speed) => void this.#run('setClockSpeed', { body: { speed } }),
      next: (job) => this.#run('advanceToNextEvent', { body: { job } }),
    };
    refuseGoneVerbs(this);
  }

  /** Plan, API switch, active scenario, clock, and counts of the data. */
  info(): WorkspaceInfo {
    return this.#run('getWorkspace');
  }

  /** Changes the plan or the API switch. */
  configure(change: ChangeWorkspaceRequest): WorkspaceInfo {
    return this.#run('changeWorkspace', { body: change });
  }

  /** Creates an API key. Only this result contains its value: it cannot be read again. */
  createKey(): CreatedKey {
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
   * path of one; `null` for none.
   * @throws UserError with the nearest scenario name, or with every mistake in the scenario
   */
  use(scenario: Input | null): void {
    const timeline = scenario === null ? undefined : this.#context.timelineOf(scenario as never);
    setActiveScenario(openWorkspaceContext(this.#context, this.id), timeline);
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
  jobs(limit = 1000): readonly Job[] {
    return this.#run('listJobs', { query: toQuery({ limit }) }).jobs;
  }

  /** A job with its whole timeline, now or at an instant: `job(id, { at: '2026-01-15T09:30:00Z' })`. */
  job(job: string, options: { readonly at?: string | number } = {}): Job {
    return this.#run('getJob', { params: { job }, query: toQuery(options) });
  }

  /**
   * Starts a job without a request in the journal. Access, rate limit and faults do not apply.
   * @throws UserError when the template or the scenario does not exist
   */
  start(job: StartJobRequest): Job {
    return this.#run('startJob', { body: job });
  }

  /** The templates that new jobs can use. The first is the default. */
  templates(): TemplateList['templates'] {
    return this.#run('listWorkspaceTemplates').templates;
  }

  /** Makes a job ask a question. After the reply, the job resumes where it was. */
  ask(job: string, message: string): Job {
    return this.#run('askJob', { params: { job }, body: { message } });
  }

  /** Replies to the job's question, as its client would. */
  reply(job: string, message: string): Job {
    return this.#run('replyToJob', { params: { job }, body: { message } });
  }

  /** Stops a job until it is made to fail or to complete. */
  stall(job: string): Job {
    return this.#run('stallJob', { params: { job } });
  }

  fail(job: string, error: string): Job {
    return this.#run('failJob', { params: { job }, body: { error } });
  }

  complete(job: string, title?: string): Job {
    return this.#run('completeJob', { params: { job }, body: { title } });
  }

  /** Activates a fault for the next responses of an operation, with the fields of scenario files. */
  arm(fault: ArmFaultRequest): ArmedFault {
    return this.#run('armFault', { body: fault });
  }

  /** The active faults, in the order in which they apply. */
  faults(): readonly ArmedFault[] {
    return this.#run('listArmedFaults').faults;
  }

  /** Removes one active fault, or all of them. Returns the others. */
  disarm(fault?: string): readonly ArmedFault[] {
    if (fault === undefined) return this.#run('disarmFaults').faults;
    return this.#run('disarmFault', { params: { fault } }).faults;
  }

  /** The last exchanges with the keys of this workspace, in the order of their starts. Keys are redacted. */
  journal(filter: JournalFilter = {}): readonly Exchange[] {
    return this.#run('readJournal', { query: toQuery(filter) }).exchanges;
  }

  /** @internal One exchange by its number. */
  exchange(sequence: string): Exchange {
    return this.#run('getExchange', { params: { sequence } });
  }

  /** The journal as HAR 1.2. */
  har(filter: JournalFilter = {}): Har {
    return this.#run('exportJournal', { query: toQuery(filter) });
  }

  clearJournal(options: { readonly unassigned?: boolean } = {}): void {
    this.#run('clearJournal', { query: toQuery(options) });
  }

  /**
   * How the clients of this workspace behaved: every rule that the interface gives to clients (3, 4.5, 5, 7), with the
   * exchanges that break it. Requests without a key of this workspace are not included. A promise, because the judge is
   * loaded with the first call.
   * @throws UserError when an option is wrong
   */
  async conduct(options: ClientReportOptions = {}): Promise<ClientReport> {
    return this.#run('readConduct', { query: toClientReportQuery(options) });
  }

  /**
   * What changes in the workspace, until the caller stops reading. The first value is the whole state; after it, Deckhand asks
   * twice a second and gives the parts that have changed.
   */
  changes(): AsyncGenerator<Changes, void, void> {
    return watchChanges((next) => this.changesSince(next), this.#context.realWait);
  }

  /** What has changed since an earlier answer, by its `next`. Without it, everything. */
  changesSince(next?: string): Changes {
    return this.#run('readChanges', { query: toQuery({ after: next }) });
  }

  /** The whole state at this moment as one plain object, without keys. */
  save(): SavedState {
    return this.#run('save');
  }

  /** Loads a saved state. @throws UserError with the place of each mistake; then nothing has changed */
  load(state: SavedState): void {
    this.#run('load', { body: state });
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
