/** The handle on one workspace: which scenario it plays, its clock, jobs, faults, journal and data. */
import type {
  ArmedFault,
  ArmFaultRequest,
  ChangeWorkspaceRequest,
  CreatedKey,
  Job,
  ResetRequest,
  Scenario,
  Snapshot,
  Workspace,
} from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import { scenarioFromObject } from '../scenario/check.js';
import { filtered, type JournalFilter } from '../service/control/journals.js';
import { runVerb } from '../service/control/run.js';
import { INLINE } from '../service/control/scenarios.js';
import { workspaceIdOf, type ControlContext } from '../service/control/scene.js';
import type { ReplyOf, VerbId } from '../service/control/types.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { clockHandle, type ClockHandle } from './clock-handle.js';
import { followWorkspace, type ControlEvent, type FollowOptions } from './follow.js';

export class WorkspaceHandle {
  readonly id: string;
  readonly clock: ClockHandle;
  readonly #context: ControlContext;

  /** @param named its id, or a sandbox key; empty for requests that no key opened a workspace for */
  constructor(context: ControlContext, named: string) {
    this.#context = context;
    this.id = workspaceIdOf(named);
    this.clock = clockHandle(
      () => this.#state,
      (job) => this.#run('advanceToNextEvent', {}, job === undefined ? {} : { job }),
    );
  }

  /** Plan, API switch, active scenario, clock, and how much there is of everything. */
  info(): Promise<Workspace> {
    return this.#run('getWorkspace');
  }

  /** Changes the plan or the API switch. */
  configure(change: ChangeWorkspaceRequest): Promise<Workspace> {
    return this.#run('changeWorkspace', {}, change);
  }

  /** A new API key. Its value is in what this returns, and can never be read again. */
  createKey(): Promise<CreatedKey> {
    return this.#run('createApiKey');
  }

  /**
   * Makes a scenario the one that new jobs of this workspace play: a known one by its name, or one given here;
   * `null` for none.
   * @throws UserError naming the nearest scenario, or every mistake in the one given
   */
  use(scenario: string | Scenario | null): void {
    const { library } = this.#context.service.world;
    this.#state.activate(
      scenario === null
        ? undefined
        : typeof scenario === 'string'
          ? library.need(scenario)
          : scenarioFromObject(INLINE, scenario).timeline,
    );
  }

  /** The newest jobs, the newest first, each with its view and where on its timeline it stands. */
  async jobs(limit = 1000): Promise<readonly Job[]> {
    return (await this.#run('listJobs', {}, undefined, { limit: String(limit) })).jobs;
  }

  /** A job with its whole course, now or at an instant such as `2026-01-15T09:30:00Z`. */
  job(job: string, at?: string): Promise<Job> {
    return this.#run('getJob', { job }, undefined, at === undefined ? {} : { at });
  }

  /** Answers the job's question, as its client would. */
  reply(job: string, message: string): Promise<Job> {
    return this.#run('replyToJob', { job }, { message });
  }

  /** Has a job ask. It goes on where it was once the question is answered. */
  ask(job: string, message: string): Promise<Job> {
    return this.#run('askJob', { job }, { message });
  }

  fail(job: string, error: string): Promise<Job> {
    return this.#run('failJob', { job }, { error });
  }

  complete(job: string, title?: string): Promise<Job> {
    return this.#run('completeJob', { job }, title === undefined ? {} : { title });
  }

  /** Has a job get no further, until it is made to fail or to complete. */
  stall(job: string): Promise<Job> {
    return this.#run('stallJob', { job });
  }

  /** Makes the next answers of an operation go wrong, in the words of scenario files. */
  arm(fault: ArmFaultRequest): Promise<ArmedFault> {
    return this.#run('armFault', {}, fault);
  }

  async faults(): Promise<readonly ArmedFault[]> {
    return (await this.#run('listArmedFaults')).faults;
  }

  /** Disarms one fault, or all of them. */
  async disarm(fault?: string): Promise<readonly ArmedFault[]> {
    const left = fault === undefined ? this.#run('disarmFaults') : this.#run('disarmFault', { fault });
    return (await left).faults;
  }

  /** The last exchanges with this workspace's keys, in the order in which they began, keys redacted. */
  journal(filter: JournalFilter = {}): readonly Exchange[] {
    return filtered(this.#state, filter);
  }

  har(filter: JournalFilter = {}): Promise<Har> {
    return this.#run('exportJournal', {}, undefined, filter) as Promise<unknown> as Promise<Har>;
  }

  async clearJournal(): Promise<void> {
    await this.#run('clearJournal');
  }

  /** What happens here from now on, for as long as somebody reads on. */
  events(options?: FollowOptions): AsyncGenerator<ControlEvent, void, void> {
    return followWorkspace(this.#context, this.#state.id, options);
  }

  /** The whole state as one document, without keys. */
  snapshot(): Promise<Snapshot> {
    return this.#run('takeSnapshot');
  }

  /** Puts a snapshot back, whole. @throws UserError when it is damaged, or of another version; nothing is changed then */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#run('restoreSnapshot', {}, snapshot);
  }

  /** Forgets jobs, presentations and journal; no scenario is active; the clock shows the real time. Or parts of that. */
  async reset(parts?: ResetRequest): Promise<void> {
    // What no key opened is in no directory, and no verb knows it.
    if (this.id === '') await this.#context.service.reset(this.id, Date.now());
    else await this.#run('resetWorkspace', {}, parts);
  }

  get #state(): WorkspaceState {
    const { service } = this.#context;
    service.world.directory.openWorkspace(this.id);
    return service.workspace(this.id, Date.now());
  }

  #run<Id extends VerbId>(
    id: Id,
    params: Readonly<Record<string, string>> = {},
    body?: unknown,
    query: unknown = {},
  ): Promise<ReplyOf<Id>> {
    return runVerb(this.#context, id, {
      params: { workspace: this.id, ...params },
      query,
      body,
      real: Date.now(),
    });
  }
}
