/**
 * The verbs of one workspace: the same methods for every mock server. Some are synchronous in process and asynchronous over
 * HTTP; code that awaits all of them works with both. This class knows the inputs and outputs of verbs, not how they run.
 */
import type {
  ArmedFault,
  ArmFaultRequest,
  Changes,
  ChangeWorkspaceRequest,
  ClockStep,
  ClientReport,
  CreatedKey,
  Job,
  ResetRequest,
  SavedState,
  Scenario,
  ScenarioList,
  ScenarioSource,
  StartJobRequest,
  TemplateList,
  Workspace,
} from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import { conductQuery, type ConductOptions } from './conduct-options.js';
import { UserError } from '../base/user-error.js';
import { setRealTimeout } from '../base/real-time.js';
import type { ControlLine, VerbCall } from './line.js';
import type { JournalFilter, ReplyOf, VerbId } from './verb-types.js';

/** Milliseconds between two requests for changes. */
const PAUSE = 500;

/** Synchronous in process, asynchronous over HTTP. */
type Awaitable<T> = T | Promise<T>;

/** A scenario as the server takes it: its name, an object, or the text of a file. */
export type ScenarioInput = string | Scenario | { readonly yaml: string; readonly name?: string };

/** The clock of a workspace. It drives states, rate limits, latency and timestamps. */
export interface ClockVerbs {
  /** The time on the workspace's clock, in milliseconds since 1970. */
  now(): Awaitable<number>;
  /** The number of responses that wait for the clock: delayed, slow, or stalled. */
  held(): Awaitable<number>;
  /** Advances the clock, by `5m` or by milliseconds. */
  advance(by: string | number): Awaitable<void>;
  /**
   * Advances the clock to the next event of this job, or of any job. Returns the job that reached a new state, if there is
   * one.
   */
  next(job?: string): Promise<ClockStep>;
  pause(): Awaitable<void>;
  resume(): Awaitable<void>;
  /** The number of seconds that pass on the clock in one real second. */
  setSpeed(speed: number): Awaitable<void>;
}

export abstract class WorkspaceVerbs {
  readonly id: string;
  abstract readonly clock: ClockVerbs;
  readonly #line: ControlLine;

  constructor(line: ControlLine, id: string) {
    this.#line = line;
    this.id = id;
  }

  /**
   * Sets the scenario that new jobs of this workspace play; `null` for none.
   * @throws UserError with the nearest scenario name, or with every mistake in the scenario
   */
  abstract use(scenario: ScenarioInput | null): Awaitable<void>;

  /** The last exchanges with the keys of this workspace, in the order of their starts. Keys are redacted. */
  abstract journal(filter?: JournalFilter): Awaitable<readonly Exchange[]>;

  /**
   * Deletes jobs, presentations and the journal, clears the active scenario, and sets the clock to the real time; or only
   * the given parts.
   */
  abstract reset(parts?: ResetRequest): Promise<void>;

  /** Plan, API switch, active scenario, clock, and counts of the data. */
  info(): Promise<Workspace> {
    return this.run('getWorkspace');
  }

  /** Changes the plan or the API switch. */
  configure(change: ChangeWorkspaceRequest): Promise<Workspace> {
    return this.run('changeWorkspace', { body: change });
  }

  /** Creates an API key. Only this result contains its value: it cannot be read again. */
  createKey(): Promise<CreatedKey> {
    return this.run('createApiKey');
  }

  /** The newest jobs, the newest first, each with its status view and its position on the timeline. */
  async jobs(limit = 1000): Promise<readonly Job[]> {
    return (await this.run('listJobs', { query: { limit: String(limit) } })).jobs;
  }

  /**
   * Starts a job without a request in the journal. Access, rate limit and faults do not apply.
   * @throws UserError when the template or the scenario does not exist
   */
  start(job: StartJobRequest): Promise<Job> {
    return this.run('startJob', { body: job });
  }

  /** The templates that new jobs can use. The first is the default. */
  async templates(): Promise<TemplateList['templates']> {
    return (await this.run('listWorkspaceTemplates')).templates;
  }

  /** A job with its whole timeline, now or at an instant such as `2026-01-15T09:30:00Z`. */
  job(job: string, at?: string): Promise<Job> {
    return this.run('getJob', { params: { job }, query: at === undefined ? {} : { at } });
  }

  /** Replies to the job's question, as its client would. */
  reply(job: string, message: string): Promise<Job> {
    return this.run('replyToJob', { params: { job }, body: { message } });
  }

  /** Makes a job ask a question. After the reply, the job resumes where it was. */
  ask(job: string, message: string): Promise<Job> {
    return this.run('askJob', { params: { job }, body: { message } });
  }

  fail(job: string, error: string): Promise<Job> {
    return this.run('failJob', { params: { job }, body: { error } });
  }

  complete(job: string, title?: string): Promise<Job> {
    return this.run('completeJob', { params: { job }, body: title === undefined ? {} : { title } });
  }

  /** Stops a job until it is made to fail or to complete. */
  stall(job: string): Promise<Job> {
    return this.run('stallJob', { params: { job } });
  }

  /** Activates a fault for the next responses of an operation, with the fields of scenario files. */
  arm(fault: ArmFaultRequest): Promise<ArmedFault> {
    return this.run('armFault', { body: fault });
  }

  async faults(): Promise<readonly ArmedFault[]> {
    return (await this.run('listArmedFaults')).faults;
  }

  /** Removes one active fault, or all of them. */
  async disarm(fault?: string): Promise<readonly ArmedFault[]> {
    const left =
      fault === undefined ? this.run('disarmFaults') : this.run('disarmFault', { params: { fault } });
    return (await left).faults;
  }

  har(filter: JournalFilter = {}): Promise<Har> {
    return this.run('exportJournal', { query: filter }) as Promise<unknown> as Promise<Har>;
  }

  /**
   * How the clients of this workspace behaved: every rule that the interface gives to clients (3, 4.5, 5, 7), with the
   * exchanges that break it. Requests without a key of this workspace are not included.
   * @throws UserError when an option is wrong
   */
  async conduct(options: ConductOptions = {}): Promise<ClientReport> {
    const { tightLoop, sharedClock, strict } = conductQuery(options);
    return this.run('readConduct', {
      query: {
        ...(tightLoop !== undefined && { tight_loop: `${Math.round(tightLoop)}ms` }),
        ...(sharedClock !== undefined && { shared_clock: String(sharedClock) }),
        ...(strict !== undefined && { strict: strict ? 'true' : 'false' }),
      },
    });
  }

  async clearJournal(): Promise<void> {
    await this.run('clearJournal');
  }

  /** The scenarios by name, each with a summary of its steps and faults. */
  async scenarios(): Promise<ScenarioList['scenarios']> {
    return (await this.run('listScenarios')).scenarios;
  }

  /** The text of a scenario, from its file or generated. */
  scenarioSource(scenario: string): Promise<ScenarioSource> {
    return this.run('getScenarioSource', { params: { scenario } });
  }

  /**
   * What changes in the workspace, until the caller stops reading. The first value is the whole state; after it, Deckhand asks
   * twice a second and gives the parts that have changed.
   */
  async *changes(): AsyncGenerator<Changes, void, void> {
    let after: string | undefined;
    for (;;) {
      const changes: Changes = await this.run('readChanges', { query: after === undefined ? {} : { after } });
      if (changes.next !== after) yield changes;
      after = changes.next;
      await new Promise((resolve) => setRealTimeout(resolve, PAUSE));
    }
  }

  /** For scripts without types. */
  protected events(): never {
    throw new UserError('bad-option', 'workspace.events() is gone since 1.0.', {
      hint: 'Use changes: for await (const change of workspace.changes()).',
    });
  }

  /** The whole state as one document, without keys. */
  save(): Promise<SavedState> {
    return this.run('save');
  }

  /** Loads a saved state. @throws UserError with the place of each mistake; then nothing has changed */
  async load(state: SavedState): Promise<void> {
    await this.run('load', { body: state });
  }

  protected run<Id extends VerbId>(id: Id, { params, ...rest }: VerbCall = {}): Promise<ReplyOf<Id>> {
    return this.#line.run(id, { params: { workspace: this.id, ...params }, ...rest });
  }
}
