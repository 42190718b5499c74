/**
 * What can be done with one workspace: one vocabulary, wherever the stand-in runs. What answers at once in process is
 * asynchronous over HTTP; who awaits everything has code for both. Knows what verbs take and give, not who runs them.
 */
import type { Awaitable } from '../base/awaitable.js';
import type {
  ArmedFault,
  ArmFaultRequest,
  ChangeWorkspaceRequest,
  ClockStep,
  ConductReport,
  CreatedKey,
  Job,
  ResetRequest,
  Scenario,
  ScenarioCheck,
  ScenarioList,
  ScenarioSource,
  Snapshot,
  Workspace,
} from '../generated/control-api.js';
import type { Exchange } from '../journal/exchange.js';
import type { Har } from '../journal/har.js';
import type { JournalFilter } from '../service/control/journals.js';
import { workspaceIdOf } from '../service/control/scene.js';
import type { ReplyOf, VerbId } from '../service/control/types.js';
import type { ControlLine, VerbCall } from './control-line.js';
import type { ControlEvent, FollowOptions } from './follow.js';
import { conductQuestion, type ConductAsked } from './judge-clients.js';

/** The clock of a workspace, which drives states, rate limits, latency and timestamps alike. */
export interface ClockVerbs {
  /** What the workspace's clock shows, in milliseconds since 1970. */
  now(): Awaitable<number>;
  /** How many answers wait for the clock: held back by latency, slow, or stalled. */
  held(): Awaitable<number>;
  /** Puts the clock forward, by `5m` or by milliseconds. */
  advance(by: string | number): Awaitable<void>;
  /** Puts the clock forward to the next event of a job, or of any job; says which job came to something new, if one did. */
  next(job?: string): Promise<ClockStep>;
  pause(): Awaitable<void>;
  resume(): Awaitable<void>;
  /** How many of its seconds pass in a real one. */
  setSpeed(speed: number): Awaitable<void>;
}

export abstract class WorkspaceVerbs {
  readonly id: string;
  abstract readonly clock: ClockVerbs;
  readonly #line: ControlLine;

  /** @param named its id, or a sandbox key */
  constructor(line: ControlLine, named: string) {
    this.#line = line;
    this.id = workspaceIdOf(named);
  }

  /**
   * Makes a scenario the one that new jobs of this workspace play: a known one by its name, or one given here;
   * `null` for none.
   * @throws UserError naming the nearest scenario, or every mistake in the one given
   */
  abstract use(scenario: string | Scenario | null): Awaitable<void>;

  /** The last exchanges with this workspace's keys, in the order in which they began, keys redacted. */
  abstract journal(filter?: JournalFilter): Awaitable<readonly Exchange[]>;

  /** Forgets jobs, presentations and journal; no scenario is active; the clock shows the real time. Or parts of that. */
  abstract reset(parts?: ResetRequest): Promise<void>;

  /** Plan, API switch, active scenario, clock, and how much there is of everything. */
  info(): Promise<Workspace> {
    return this.run('getWorkspace');
  }

  /** Changes the plan or the API switch. */
  configure(change: ChangeWorkspaceRequest): Promise<Workspace> {
    return this.run('changeWorkspace', { body: change });
  }

  /** A new API key. Its value is in what this returns, and can never be read again. */
  createKey(): Promise<CreatedKey> {
    return this.run('createApiKey');
  }

  /** The newest jobs, the newest first, each with its view and where on its timeline it stands. */
  async jobs(limit = 1000): Promise<readonly Job[]> {
    return (await this.run('listJobs', { query: { limit: String(limit) } })).jobs;
  }

  /** A job with its whole course, now or at an instant such as `2026-01-15T09:30:00Z`. */
  job(job: string, at?: string): Promise<Job> {
    return this.run('getJob', { params: { job }, query: at === undefined ? {} : { at } });
  }

  /** Answers the job's question, as its client would. */
  reply(job: string, message: string): Promise<Job> {
    return this.run('replyToJob', { params: { job }, body: { message } });
  }

  /** Has a job ask. It goes on where it was once the question is answered. */
  ask(job: string, message: string): Promise<Job> {
    return this.run('askJob', { params: { job }, body: { message } });
  }

  fail(job: string, error: string): Promise<Job> {
    return this.run('failJob', { params: { job }, body: { error } });
  }

  complete(job: string, title?: string): Promise<Job> {
    return this.run('completeJob', { params: { job }, body: title === undefined ? {} : { title } });
  }

  /** Has a job get no further, until it is made to fail or to complete. */
  stall(job: string): Promise<Job> {
    return this.run('stallJob', { params: { job } });
  }

  /** Makes the next answers of an operation go wrong, in the words of scenario files. */
  arm(fault: ArmFaultRequest): Promise<ArmedFault> {
    return this.run('armFault', { body: fault });
  }

  async faults(): Promise<readonly ArmedFault[]> {
    return (await this.run('listArmedFaults')).faults;
  }

  /** Disarms one fault, or all of them. */
  async disarm(fault?: string): Promise<readonly ArmedFault[]> {
    const left =
      fault === undefined ? this.run('disarmFaults') : this.run('disarmFault', { params: { fault } });
    return (await left).faults;
  }

  har(filter: JournalFilter = {}): Promise<Har> {
    return this.run('exportJournal', { query: filter }) as Promise<unknown> as Promise<Har>;
  }

  /**
   * How the clients of this workspace behaved: every rule the interface gives to clients (3, 4.5, 5, 7), with the exchanges
   * that show where one was broken. Requests without a key that opens the workspace are not among them.
   * @throws UserError when an option is wrong
   */
  async conduct(asked: ConductAsked = {}): Promise<ConductReport> {
    const { tightLoop, sharedClock, strict } = conductQuestion(asked);
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

  /** The scenarios there are, by name, each with what it looks like. */
  async scenarios(): Promise<ScenarioList['scenarios']> {
    return (await this.run('listScenarios')).scenarios;
  }

  /** The text of a scenario, as it stands in its file, with the digest that saving it asks for. */
  scenarioSource(scenario: string): Promise<ScenarioSource> {
    return this.run('getScenarioSource', { params: { scenario } });
  }

  /**
   * Writes a scenario to its file, in a folder given with `--scenarios`.
   * @param digest that of the text that was edited; `null` for a scenario that is not there yet
   * @throws UserError: `bad-input` with every mistake, `file-changed`, or `not-writable` with the reason
   */
  saveScenario(scenario: string, text: string, digest: string | null): Promise<ScenarioSource> {
    return this.run('saveScenarioSource', { params: { scenario }, body: { text, digest } });
  }

  /** Everything that is wrong with the text of a scenario; what it looks like when nothing is. */
  checkScenario(text: string): Promise<ScenarioCheck> {
    return this.run('checkScenario', { body: { text } });
  }

  /** What happens here from now on, for as long as somebody reads on. */
  events(options?: FollowOptions): AsyncGenerator<ControlEvent, void, void> {
    return this.#line.follow(this.id, options);
  }

  /** The whole state as one document, without keys. */
  snapshot(): Promise<Snapshot> {
    return this.run('takeSnapshot');
  }

  /** Puts a snapshot back, whole. @throws UserError when it is damaged, or of another version; nothing is changed then */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.run('restoreSnapshot', { body: snapshot });
  }

  protected run<Id extends VerbId>(id: Id, { params, ...rest }: VerbCall = {}): Promise<ReplyOf<Id>> {
    return this.#line.run(id, { params: { workspace: this.id, ...params }, ...rest });
  }
}
