/** A workspace on a remote server: the methods of `Workspace`, returning promises. */
import type { WorkspaceChanges } from '../generated/control-api.js';
import type { ControlOperationId } from '../generated/control-routes.js';
import { realDelay } from '../base/real-time.js';
import {
  bindMethods,
  type MethodEntry,
  toControlRequest,
  toMethodResult,
  withMethods,
} from '../service/control/bind-methods.js';
import {
  boundClockMethods,
  boundMethods,
  type BoundMethods,
  type Promisified,
} from '../service/control/bound-methods.js';
import type { ControlRequest } from '../service/control/validate-input.js';
import { watchChanges } from '../service/control/watch-changes.js';
import type { SendableScenario, Workspace } from '../service/workspace.js';
import type { ScenarioInput } from './scenario-input-types.js';

/** The input of an operation. The parameters of the path lack the workspace. */
export interface ControlRequestInput extends ControlRequest {
  /** Ends the request early. */
  readonly signal?: AbortSignal;
}

/** Runs an operation of the control API. @throws UserError when it is rejected; then nothing has changed */
export type SendControlRequest = (id: ControlOperationId, input: ControlRequestInput) => Promise<unknown>;

/** Converts a scenario that a caller passes to its name, its document, or its text for the server. */
type ReadScenario = (scenario: ScenarioInput) => SendableScenario | Promise<SendableScenario>;

type PromisifiedMethods<Methods> = { readonly [Name in keyof Methods]: Promisified<Methods[Name]> };

export type RemoteClock = PromisifiedMethods<Workspace['clock']>;

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

/** A workspace on a server. */
export class RemoteWorkspace extends withMethods<PromisifiedMethods<BoundMethods>>() {
  readonly id: string;
  readonly clock: RemoteClock;
  readonly #send: SendControlRequest;
  readonly #read: ReadScenario;

  /** @internal @param read converts the scenario that a caller passes */
  constructor(send: SendControlRequest, id: string, read: ReadScenario = (scenario) => scenario) {
    super();
    this.id = id;
    this.#send = (operation, { params, ...input }) =>
      send(operation, { ...input, params: { ...params, workspace: id } });
    this.#read = read;
    const call = async (method: MethodEntry, values: readonly unknown[]): Promise<unknown> =>
      toMethodResult(method, await this.#send(method.operation, toControlRequest(method, values)));
    this.clock = bindMethods(boundClockMethods, call) as unknown as RemoteClock;
    Object.assign(this, bindMethods(boundMethods, call));
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, its path.
   * @throws UserError with the closest scenario name, or with every error in the scenario
   */
  async useScenario(scenario: ScenarioInput): Promise<void> {
    const parsed = await this.#read(scenario);
    if (typeof parsed === 'string') await this.#send('useScenario', { body: { name: parsed } });
    else await this.#send('useScenario', { body: 'yaml' in parsed ? parsed : { scenario: parsed } });
  }

  /**
   * The changes of the workspace, until the caller stops reading. The first value is the complete state; then Deckhand polls twice a
   * second, and yields the parts that have changed.
   */
  changes(): AsyncGenerator<WorkspaceChanges, void, void> {
    return watchChanges((cursor) => this.changesSince(cursor), realDelay);
  }
}
