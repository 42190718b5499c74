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
import type { ClientReport } from '../contract/report/model.js';
import { refuseGoneVerbs } from '../base/gone.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import type { Timeline } from '../scenario/timeline.js';
import { changesOf } from './control/changes.js';
import { check, needId } from './control/check-input.js';
import { workspaceClock, type WorkspaceClock } from './control/clocks.js';
import { conductOf, type ConductOptions } from './control/conduct.js';
import { armFault, disarmFaults, listedFaults } from './control/faults.js';
import {
  intervene,
  type Intervention,
  jobAt,
  type JobListOptions,
  type JobOptions,
  listJobs,
  startJob,
} from './control/jobs.js';
import { clearJournal, exchangeWith, harOf, type JournalFilter, readJournal } from './control/journals.js';
import { refuseForReplay } from './control/replayed-jobs.js';
import { changeWorkspace, createApiKey, resetWorkspace, workspaceView } from './control/workspaces.js';
import { scenarioList } from './control/scenarios.js';
import { loadState } from './state/load.js';
import { saveWorkspace } from './state/save.js';
import {
  type ControlContext,
  stateNow,
  type StateNow,
  workspaceIdOf,
  workspaceNow,
  type WorkspaceNow,
} from './control/verb-context.js';
import { watchChanges } from './control/watch-changes.js';

/** A scenario: its name, an object, or the text of a file. */
export type ScenarioInput = string | Scenario | { readonly yaml: string; readonly name?: string };

/** @typeParam Choice the scenarios that `use` takes */
export class Workspace<Choice = ScenarioInput> {
  readonly id: string;
  /** Drives states, rate limits, latency and timestamps. */
  readonly clock: WorkspaceClock;
  readonly #context: ControlContext;

  /** @param named the id or a sandbox key; empty for requests without a key that opens a workspace */
  constructor(context: ControlContext, named: string) {
    this.#context = context;
    this.id = workspaceIdOf(named);
    this.clock = workspaceClock(
      () => this.#state(),
      () => this.#now(),
    );
    refuseGoneVerbs(this);
  }

  /** Plan, API switch, active scenario, clock, and counts of the data. */
  info(): WorkspaceInfo {
    return workspaceView(this.#now());
  }

  /** Changes the plan or the API switch. */
  configure(change: ChangeWorkspaceRequest): WorkspaceInfo {
    return changeWorkspace(this.#changing(), change);
  }

  /** Creates an API key. Only this result contains its value: it cannot be read again. */
  createKey(): CreatedKey {
    return createApiKey(this.#context, this.#changing());
  }

  /**
   * Deletes jobs, presentations and the journal, clears the active scenario, and sets the clock to the real time; or only
   * the given parts.
   */
  reset(parts?: ResetRequest): void {
    const now = this.#state();
    resetWorkspace(now, parts);
    now.state.revision += 1;
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, the
   * path of one; `null` for none.
   * @throws UserError with the nearest scenario name, or with every mistake in the scenario
   */
  use(scenario: Choice | null): void {
    this.play(scenario === null ? undefined : this.#context.timelineOf(scenario as never));
  }

  /** @internal */
  play(timeline: Timeline | undefined): void {
    const { state } = this.#state();
    refuseForReplay(state.replay);
    state.activate(timeline);
  }

  /** The scenarios by name, each with a summary of its steps and faults. */
  scenarios(): ScenarioList['scenarios'] {
    return this.scenarioList().scenarios;
  }

  /** @internal The scenarios, and the files with mistakes. */
  scenarioList(): ScenarioList {
    return scenarioList(this.#context.service);
  }

  /** The text of a scenario, from its file or generated. A promise, because pages load YAML with the first call. */
  async scenarioSource(scenario: string): Promise<ScenarioSource> {
    const { scenarioSource } = await import('./control/scenario-texts.js');
    return scenarioSource(this.#context, needId(scenario, 'scenario'));
  }

  /** The newest jobs, the newest first, each with its status view and its position on the timeline. */
  jobs(limit = 1000): readonly Job[] {
    return this.jobList({ limit }).jobs;
  }

  /** @internal The newest jobs, and the number of all. */
  jobList(options: JobListOptions): { readonly total: number; readonly jobs: readonly Job[] } {
    return listJobs(this.#now(), options);
  }

  /** A job with its whole timeline, now or at an instant: `job(id, { at: '2026-01-15T09:30:00Z' })`. */
  job(job: string, options: JobOptions = {}): Job {
    return jobAt(this.#now(), needId(job, 'job'), options);
  }

  /**
   * Starts a job without a request in the journal. Access, rate limit and faults do not apply.
   * @throws UserError when the template or the scenario does not exist
   */
  start(job: StartJobRequest): Job {
    return startJob(this.#changing(), job);
  }

  /** The templates that new jobs can use. The first is the default. */
  templates(): TemplateList['templates'] {
    const { shared, row } = this.#now();
    return shared.directory.templates(row.id).map(({ id, name }) => ({ id, name }));
  }

  /** Makes a job ask a question. After the reply, the job resumes where it was. */
  ask(job: string, message: string): Job {
    check('AskJobRequest', { message });
    return this.#intervene(job, { kind: 'ask', message });
  }

  /** Replies to the job's question, as its client would. */
  reply(job: string, message: string): Job {
    check('ReplyJobRequest', { message });
    return this.#intervene(job, { kind: 'reply', message });
  }

  /** Stops a job until it is made to fail or to complete. */
  stall(job: string): Job {
    return this.#intervene(job, { kind: 'stall' });
  }

  fail(job: string, error: string): Job {
    check('FailJobRequest', { error });
    return this.#intervene(job, { kind: 'fail', error });
  }

  complete(job: string, title?: string): Job {
    check('CompleteJobRequest', { title });
    return this.#intervene(job, { kind: 'complete', title });
  }

  /** Activates a fault for the next responses of an operation, with the fields of scenario files. */
  arm(fault: ArmFaultRequest): ArmedFault {
    return armFault(this.#changing(), fault);
  }

  /** The active faults, in the order in which they apply. */
  faults(): readonly ArmedFault[] {
    return listedFaults(this.#now());
  }

  /** Removes one active fault, or all of them. Returns the others. */
  disarm(fault?: string): readonly ArmedFault[] {
    const now = this.#changing();
    disarmFaults(now, fault === undefined ? undefined : needId(fault, 'fault'));
    return listedFaults(now);
  }

  /** The last exchanges with the keys of this workspace, in the order of their starts. Keys are redacted. */
  journal(filter: JournalFilter = {}): readonly Exchange[] {
    return readJournal(this.#state(), filter);
  }

  /** @internal One exchange by its number. */
  exchange(sequence: string): Exchange {
    return exchangeWith(this.#state(), sequence);
  }

  /** The journal as HAR 1.2. */
  har(filter: JournalFilter = {}): Har {
    return harOf(this.#state(), filter);
  }

  clearJournal(options: { readonly unassigned?: boolean } = {}): void {
    const now = this.#state();
    clearJournal(now, options);
    now.state.revision += 1;
  }

  /**
   * How the clients of this workspace behaved: every rule that the interface gives to clients (3, 4.5, 5, 7), with the
   * exchanges that break it. Requests without a key of this workspace are not included. A promise, because the judge is
   * loaded with the first call.
   * @throws UserError when an option is wrong
   */
  async conduct(options: ConductOptions = {}): Promise<ClientReport> {
    return conductOf(this.#context, this.#state(), options);
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
    return changesOf(this.#now(), next);
  }

  /** The whole state at this moment as one plain object, without keys. */
  save(): SavedState {
    const { service, row, real } = this.#now();
    return saveWorkspace(service, row.id, real);
  }

  /** Loads a saved state. @throws UserError with the place of each mistake; then nothing has changed */
  load(state: SavedState): void {
    const { service, row, real } = this.#changing();
    loadState(service, state, real, row.id);
  }

  #intervene(job: string, what: Intervention): Job {
    return intervene(this.#changing(), needId(job, 'job'), what);
  }

  #state(): StateNow {
    return stateNow(this.#context, this.id);
  }

  #now(): WorkspaceNow {
    return workspaceNow(this.#context, this.id);
  }

  /** The workspace now, for a verb that changes what a saved state contains. */
  #changing(): WorkspaceNow {
    const now = this.#now();
    now.state.revision += 1;
    return now;
  }
}
