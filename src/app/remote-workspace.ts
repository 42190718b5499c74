/** A workspace on a remote server: the methods of `Workspace`, returning promises. */
import type { WorkspaceChanges } from '../generated/control-api.js';
import type { ControlOperationId } from '../generated/control-routes.js';
import { toClientReportQuery } from '../service/control/client-report.js';
import { toQuery } from '../service/control/validate-input.js';
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

/** Runs an operation of the control API. @throws UserError when it is rejected; then nothing has changed */
export type SendControlRequest = (id: ControlOperationId, input: ControlRequestInput) => Promise<unknown>;

/** Converts a scenario that a caller passes to its name, its document, or its text for the server. */
type ReadScenario = (scenario: ScenarioInput) => ParsedScenarioInput | Promise<ParsedScenarioInput>;

type Promisified<Method> = Method extends (...args: infer Args) => infer Result
  ? Result extends AsyncGenerator
    ? Method
    : (...args: Args) => Promise<Awaited<Result>>
  : Method;

/** The same methods, returning promises. */
type PromisifiedMethods<Methods> = { readonly [Name in keyof Methods]: Promisified<Methods[Name]> };

export type RemoteClock = PromisifiedMethods<Workspace['clock']>;

/** Methods that the table below does not generate. */
type ExcludedMethod = 'id' | 'clock' | 'useScenario' | 'changes';

/** The operation of a call, its input, and what the method returns of the response. */
type MethodCall = readonly [
  id: ControlOperationId,
  input?: ControlRequestInput,
  result?: (response: Readonly<Record<string, never>>) => unknown,
];
type MethodTable<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => unknown
    ? (...args: Args) => MethodCall
    : never;
};

type EitherMethods<Local, Remote> = {
  readonly [Name in keyof Local & keyof Remote]: Local[Name] | Remote[Name];
};

/** A local or remote workspace. Code that awaits every method works with both. */
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
  update: (body) => ['updateWorkspace', { body }],
  createApiKey: () => ['createApiKey'],
  reset: (body) => ['resetWorkspace', { body }, discardResult],
  scenarios: () => ['listScenarios', {}, ({ scenarios }) => scenarios],
  scenarioSource: (scenario) => ['getScenarioSource', { params: { scenario } }],
  jobs: (limit) => ['listJobs', { query: { limit } }, ({ jobs }) => jobs],
  job: (job, query) => ['getJob', { params: { job }, query: { ...query } }],
  startJob: (body) => ['startJob', { body }],
  templates: () => ['listWorkspaceTemplates', {}, ({ templates }) => templates],
  askQuestion: (job, message) => ['askQuestion', { params: { job }, body: { message } }],
  replyToJob: (job, message) => ['replyToJob', { params: { job }, body: { message } }],
  stallJob: (job) => ['stallJob', { params: { job } }],
  failJob: (job, error) => ['failJob', { params: { job }, body: { error } }],
  completeJob: (job, title) => ['completeJob', { params: { job }, body: { title } }],
  addFault: (body) => ['addFault', { body }],
  faults: () => ['listFaults', {}, ({ faults }) => faults],
  removeFault: (fault) => ['removeFault', { params: { fault } }, ({ faults }) => faults],
  clearFaults: () => ['clearFaults', {}, discardResult],
  journal: (query) => ['getJournal', { query: toQuery(query ?? {}) }, ({ exchanges }) => exchanges],
  exchange: (sequence) => ['getExchange', { params: { sequence } }],
  har: (query) => ['getJournalHar', { query: toQuery(query ?? {}) }],
  clearJournal: (query) => ['clearJournal', { query: toQuery(query ?? {}) }, discardResult],
  clearScenario: () => ['clearScenario', {}, discardResult],
  clientReport: (options = {}) => ['getClientReport', { query: toClientReportQuery(options) }],
  changesSince: (cursor) => ['getChanges', { query: { cursor } }],
  snapshot: () => ['getSnapshot'],
  restore: (body) => ['restoreSnapshot', { body }, discardResult],
};

const clockMethods: MethodTable<Workspace['clock']> = {
  now: () => ['getClock', {}, ({ now }) => Date.parse(String(now))],
  pendingResponses: () => ['getClock', {}, ({ pending_responses }) => pending_responses],
  pause: () => ['pauseClock', {}, discardResult],
  resume: () => ['resumeClock', {}, discardResult],
  advance: (by) => ['advanceClock', { body: { by } }, discardResult],
  setSpeed: (speed) => ['setClockSpeed', { body: { speed } }, discardResult],
  next: (job) => ['advanceClockToNextEvent', { body: { job } }],
};

// The constructor adds the methods of the table to the class.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- as above.
export interface RemoteWorkspace extends PromisifiedMethods<Omit<Workspace, ExcludedMethod>> {}

export class RemoteWorkspace {
  readonly id: string;
  readonly clock: RemoteClock;
  readonly #send: SendControlRequest;
  readonly #read: ReadScenario;

  /** @param read converts the scenario that a caller passes */
  constructor(send: SendControlRequest, id: string, read: ReadScenario = (scenario) => scenario) {
    this.id = id;
    this.#send = (operation, { params, ...input }) =>
      send(operation, { ...input, params: { ...params, workspace: id } });
    this.#read = read;
    this.clock = this.#createMethods(clockMethods) as RemoteClock;
    Object.assign(this, this.#createMethods(workspaceMethods));
  }

  /** See `Workspace.useScenario`. */
  async useScenario(scenario: ScenarioInput): Promise<void> {
    const parsed = await this.#read(scenario);
    if (typeof parsed === 'string') await this.#send('useScenario', { body: { name: parsed } });
    else await this.#send('useScenario', { body: 'yaml' in parsed ? parsed : { scenario: parsed } });
  }

  /** See `Workspace.changes`. */
  changes(): AsyncGenerator<WorkspaceChanges, void, void> {
    return watchChanges((cursor) => this.changesSince(cursor), realDelay);
  }

  #createMethods<Methods>(table: MethodTable<Methods>): Record<string, (...args: never) => Promise<unknown>> {
    const entries = Object.entries<(...args: never) => MethodCall>(table as never);
    return Object.fromEntries(
      entries.map(([name, buildCall]) => [
        name,
        async (...args: never) => {
          const [id, input = {}, result = (response) => response] = buildCall(...args);
          return result((await this.#send(id, input)) as Readonly<Record<string, never>>);
        },
      ]),
    );
  }
}
