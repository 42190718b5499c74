/** A workspace of another process: the verbs of `Workspace`, each with a promise of its result. */
import type { Changes } from '../generated/control-api.js';
import type { ControlOperationId } from '../generated/control-routes.js';
import { refuseGoneVerbs } from '../base/gone.js';
import { realDelay } from '../base/real-time.js';
import { watchChanges } from '../service/control/watch-changes.js';
import type { ParsedScenarioInput, Workspace } from '../service/workspace.js';
import type { ScenarioInput } from './scenario-names.js';

export interface ControlRequestInput {
  /** The parameters of the path, besides the workspace: `job` and so on. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** Runs an operation of the control document. @throws UserError when it is refused; then nothing has changed */
export type SendControlRequest = (id: ControlOperationId, input: ControlRequestInput) => Promise<unknown>;

/** Reads a scenario that a caller passes: its name, its document, or its text for the server. */
type ReadScenario = (scenario: ScenarioInput) => ParsedScenarioInput | Promise<ParsedScenarioInput>;

type Promisified<Verb> = Verb extends (...args: infer Args) => infer Result
  ? Result extends AsyncGenerator
    ? Verb
    : (...args: Args) => Promise<Awaited<Result>>
  : Verb;

/** The same verbs with promises. */
type PromisifiedMethods<Verbs> = { readonly [Name in keyof Verbs]: Promisified<Verbs[Name]> };

export type RemoteClock = PromisifiedMethods<Workspace['clock']>;

/** Verbs that are not one request, or have a way of their own. */
type ExcludedMethod = 'id' | 'clock' | 'use' | 'changes';

/** The operation of a call, its input, and what the method returns of the reply. */
type MethodCall = readonly [
  id: ControlOperationId,
  input?: ControlRequestInput,
  result?: (reply: Readonly<Record<string, never>>) => unknown,
];
type MethodTable<Verbs> = {
  readonly [Name in keyof Verbs]: Verbs[Name] extends (...args: infer Args) => unknown
    ? (...args: Args) => MethodCall
    : never;
};

type EitherMethods<Local, Remote> = {
  readonly [Name in keyof Local & keyof Remote]: Local[Name] | Remote[Name];
};

/** A workspace in process or of another one: code that awaits each verb works with both. */
export interface AnyWorkspace extends EitherMethods<
  Omit<Workspace, 'clock' | 'id'>,
  Omit<RemoteWorkspace, 'clock' | 'id'>
> {
  readonly id: string;
  readonly clock: EitherMethods<Workspace['clock'], RemoteClock>;
}

const discardResult = (): void => {};

const workspaceMethods: MethodTable<Omit<Workspace, ExcludedMethod>> = {
  info: () => ['getWorkspace'],
  configure: (body) => ['changeWorkspace', { body }],
  createKey: () => ['createApiKey'],
  reset: (body) => ['resetWorkspace', { body }, discardResult],
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
  clearJournal: (query) => ['clearJournal', { query: { ...query } }, discardResult],
  conduct: ({ tightLoop, sharedClock, ...rest } = {}) => {
    const tight = typeof tightLoop === 'number' ? `${tightLoop}ms` : tightLoop;
    return ['readConduct', { query: { ...rest, tight_loop: tight, shared_clock: sharedClock } }];
  },
  changesSince: (after) => ['readChanges', { query: { after } }],
  save: () => ['save'],
  load: (body) => ['load', { body }, discardResult],
};

const clockMethods: MethodTable<Workspace['clock']> = {
  now: () => ['readClock', {}, ({ now }) => Date.parse(String(now))],
  held: () => ['readClock', {}, ({ held }) => held],
  pause: () => ['pauseClock', {}, discardResult],
  resume: () => ['resumeClock', {}, discardResult],
  advance: (by) => ['advanceClock', { body: { by } }, discardResult],
  setSpeed: (speed) => ['setClockSpeed', { body: { speed } }, discardResult],
  next: (job) => ['advanceToNextEvent', { body: { job } }],
};

// The constructor gives the class the verbs of the table.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- as above.
export interface RemoteWorkspace extends PromisifiedMethods<Omit<Workspace, ExcludedMethod>> {}

export class RemoteWorkspace {
  readonly id: string;
  readonly clock: RemoteClock;
  readonly #send: SendControlRequest;
  readonly #read: ReadScenario;

  /** @param read reads the scenario that a caller passes */
  constructor(send: SendControlRequest, id: string, read: ReadScenario = (scenario) => scenario) {
    this.id = id;
    this.#send = (operation, { params, ...input }) =>
      send(operation, { ...input, params: { ...params, workspace: id } });
    this.#read = read;
    this.clock = this.#promised(clockMethods) as RemoteClock;
    Object.assign(this, this.#promised(workspaceMethods));
    refuseGoneVerbs(this);
  }

  /** As `Workspace.use`. */
  async use(scenario: ScenarioInput | null): Promise<void> {
    const read = scenario === null ? null : await this.#read(scenario);
    if (read === null) await this.#send('clearScenario', {});
    else if (typeof read === 'string') await this.#send('useScenario', { body: { name: read } });
    else await this.#send('useScenario', { body: 'yaml' in read ? read : { scenario: read } });
  }

  /** As `Workspace.changes`. */
  changes(): AsyncGenerator<Changes, void, void> {
    return watchChanges((next) => this.changesSince(next), realDelay);
  }

  #promised<Verbs>(calls: MethodTable<Verbs>): Record<string, (...args: never) => Promise<unknown>> {
    const entries = Object.entries<(...args: never) => MethodCall>(calls as never);
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
