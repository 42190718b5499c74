/** A workspace of another process: the verbs of `Workspace`, each with a promise of its result. */
import type { Changes } from '../generated/control-api.js';
import type { ControlOperationId } from '../generated/control-routes.js';
import { refuseGoneVerbs } from '../base/gone.js';
import { realWait } from '../base/real-time.js';
import { watchChanges } from '../service/control/watch-changes.js';
import type { ScenarioInput, Workspace } from '../service/workspace.js';
import type { ScenarioChoice } from './scenario-names.js';

export interface VerbInput {
  /** The parameters of the path, besides the workspace: `job` and so on. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** Runs an operation of the control document. @throws UserError when it is refused; then nothing has changed */
export type Send = (id: ControlOperationId, input: VerbInput) => Promise<unknown>;

/** Reads a scenario that a caller passes: its name, its document, or its text for the server. */
type ReadScenario = (scenario: ScenarioChoice) => ScenarioInput | Promise<ScenarioInput>;

type Promised<Verb> = Verb extends (...args: infer Args) => infer Result
  ? Result extends AsyncGenerator
    ? Verb
    : (...args: Args) => Promise<Awaited<Result>>
  : Verb;

/** The same verbs with promises. */
type PromisedVerbs<Verbs> = { readonly [Name in keyof Verbs]: Promised<Verbs[Name]> };

export type RemoteClock = PromisedVerbs<Workspace['clock']>;

/** Verbs that are not one request, or have a way of their own. */
type Own = 'id' | 'clock' | 'use' | 'changes';

/** The operation of a call, its input, and what the method returns of the reply. */
type Call = readonly [
  id: ControlOperationId,
  input?: VerbInput,
  result?: (reply: Readonly<Record<string, never>>) => unknown,
];
type Calls<Verbs> = {
  readonly [Name in keyof Verbs]: Verbs[Name] extends (...args: infer Args) => unknown
    ? (...args: Args) => Call
    : never;
};

type EitherOf<Local, Remote> = { readonly [Name in keyof Local & keyof Remote]: Local[Name] | Remote[Name] };

/** A workspace in process or of another one: code that awaits each verb works with both. */
export interface AnyWorkspace extends EitherOf<
  Omit<Workspace, 'clock' | 'id'>,
  Omit<RemoteWorkspace, 'clock' | 'id'>
> {
  readonly id: string;
  readonly clock: EitherOf<Workspace['clock'], RemoteClock>;
}

const nothing = (): void => {};

const verbs: Calls<Omit<Workspace, Own>> = {
  info: () => ['getWorkspace'],
  configure: (body) => ['changeWorkspace', { body }],
  createKey: () => ['createApiKey'],
  reset: (body) => ['resetWorkspace', { body }, nothing],
  scenarios: () => ['listScenarios', {}, ({ scenarios }) => scenarios],
  scenarioSource: (scenario) => ['getScenarioSource', { params: { scenario } }],
  jobs: (limit) => ['listJobs', { query: { limit } }, ({ jobs }) => jobs],
  job: (job, query) => ['getJob', { params: { job }, query: { ...query } }],
  start: (body) => ['startJob', { body }],
  templates: () => ['listWorkspaceTemplates', {}, ({ templates }) => templates],
  ask: (job, message) => ['askJob', { params: { job }, body: { message } }],
  reply: (job, message) => ['replyToJob', { params: { job }, body: { message } }],
  stall: (job) => ['stallJob', { params: { job } }],
  fail: (job, error) => ['failJob', { params: { job }, body: { error } }],
  complete: (job, title) => ['completeJob', { params: { job }, body: { title } }],
  arm: (body) => ['armFault', { body }],
  faults: () => ['listArmedFaults', {}, ({ faults }) => faults],
  disarm: (fault) => [
    ...(fault === undefined
      ? (['disarmFaults', {}] as const)
      : (['disarmFault', { params: { fault } }] as const)),
    ({ faults }) => faults,
  ],
  journal: (query) => ['readJournal', { query: { ...query } }, ({ exchanges }) => exchanges],
  exchange: (sequence) => ['getExchange', { params: { sequence } }],
  har: (query) => ['exportJournal', { query: { ...query } }],
  clearJournal: (query) => ['clearJournal', { query: { ...query } }, nothing],
  conduct: ({ tightLoop, sharedClock, ...rest } = {}) => {
    const tight = typeof tightLoop === 'number' ? `${tightLoop}ms` : tightLoop;
    return ['readConduct', { query: { ...rest, tight_loop: tight, shared_clock: sharedClock } }];
  },
  changesSince: (after) => ['readChanges', { query: { after } }],
  save: () => ['save'],
  load: (body) => ['load', { body }, nothing],
};

const clockVerbs: Calls<Workspace['clock']> = {
  now: () => ['readClock', {}, ({ now }) => Date.parse(String(now))],
  held: () => ['readClock', {}, ({ held }) => held],
  pause: () => ['pauseClock', {}, nothing],
  resume: () => ['resumeClock', {}, nothing],
  advance: (by) => ['advanceClock', { body: { by } }, nothing],
  setSpeed: (speed) => ['setClockSpeed', { body: { speed } }, nothing],
  next: (job) => ['advanceToNextEvent', { body: { job } }],
};

// The constructor gives the class the verbs of the table.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- as above.
export interface RemoteWorkspace extends PromisedVerbs<Omit<Workspace, Own>> {}

export class RemoteWorkspace {
  readonly id: string;
  readonly clock: RemoteClock;
  readonly #send: Send;
  readonly #read: ReadScenario;

  /** @param read reads the scenario that a caller passes */
  constructor(send: Send, id: string, read: ReadScenario = (scenario) => scenario) {
    this.id = id;
    this.#send = (operation, { params, ...input }) =>
      send(operation, { ...input, params: { ...params, workspace: id } });
    this.#read = read;
    this.clock = this.#promised(clockVerbs) as RemoteClock;
    Object.assign(this, this.#promised(verbs));
    refuseGoneVerbs(this);
  }

  /** As `Workspace.use`. */
  async use(scenario: ScenarioChoice | null): Promise<void> {
    const read = scenario === null ? null : await this.#read(scenario);
    if (read === null) await this.#send('clearScenario', {});
    else if (typeof read === 'string') await this.#send('useScenario', { body: { name: read } });
    else await this.#send('useScenario', { body: 'yaml' in read ? read : { scenario: read } });
  }

  /** As `Workspace.changes`. */
  changes(): AsyncGenerator<Changes, void, void> {
    return watchChanges((next) => this.changesSince(next), realWait);
  }

  #promised<Verbs>(calls: Calls<Verbs>): Record<string, (...args: never) => Promise<unknown>> {
    const entries = Object.entries<(...args: never) => Call>(calls as never);
    return Object.fromEntries(
      entries.map(([name, callOf]) => [
        name,
        async (...args: never) => {
          const [id, input = {}, result = (reply) => reply] = callOf(...args);
          return result((await this.#send(id, input)) as Readonly<Record<string, never>>);
        },
      ]),
    );
  }
}
