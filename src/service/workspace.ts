/**
 * Controls one workspace: its scenario, clock, jobs, faults, journal and settings. Each method is atomic: it validates its input, and
 * throws a UserError without any change if it is invalid. Most methods are generated from openapi/control.v1.yaml: `bound-methods.ts`
 * lists them.
 */
import type { Scenario, WorkspaceChanges } from '../generated/control-api.js';
import {
  bindMethods,
  type MethodEntry,
  toControlRequest,
  toMethodResult,
  withMethods,
} from './control/bind-methods.js';
import { runControlOperation, setActiveScenario } from './control/control-operations.js';
import {
  boundClockMethods,
  boundMethods,
  type BoundMethods,
  type Promisified,
  type WorkspaceClock,
} from './control/bound-methods.js';
import { watchChanges } from './control/watch-changes.js';
import {
  type ControlContext,
  openWorkspaceContext,
  resolveWorkspaceId,
} from './control/workspace-context.js';

/** A scenario: its name, an object, or the text of a file. */
export type SendableScenario = string | Scenario | { readonly yaml: string; readonly name?: string };

/** The judge, which knows all rules, is loaded with the first call of one of these. */
type AsyncMethod = 'clientReport' | 'checkScenario' | 'saveScenario';

type LocalMethods = {
  readonly [Name in keyof BoundMethods]: Name extends AsyncMethod
    ? Promisified<BoundMethods[Name]>
    : BoundMethods[Name];
};

const ASYNC_METHODS: ReadonlySet<MethodEntry> = new Set(
  (['clientReport', 'checkScenario', 'saveScenario'] satisfies AsyncMethod[]).map(
    (name) => boundMethods[name],
  ),
);

/** @typeParam Input the scenarios that `useScenario` accepts */
export class Workspace<Input = SendableScenario> extends withMethods<LocalMethods>() {
  readonly id: string;
  /** Drives states, rate limits, latency and timestamps. */
  readonly clock: WorkspaceClock;
  readonly #context: ControlContext;

  /** @internal @param idOrKey the id of a workspace or a sandbox key; empty for the requests that belong to no workspace */
  constructor(context: ControlContext, idOrKey: string) {
    super();
    this.#context = context;
    this.id = resolveWorkspaceId(idOrKey);
    const call = (method: MethodEntry, values: readonly unknown[]): unknown =>
      ASYNC_METHODS.has(method)
        ? this.#runAsync(method, values)
        : toMethodResult(method, this.#run(method, values));
    // A table of methods has no type of its own: the class declares what it adds.
    this.clock = bindMethods(boundClockMethods, call) as unknown as WorkspaceClock;
    Object.assign(this, bindMethods(boundMethods, call));
  }

  /**
   * Sets the scenario that new jobs of this workspace play: its name, an object, the text of a scenario file, or, in Node, its path.
   * @throws UserError with the closest scenario name, or with every error in the scenario
   */
  useScenario(scenario: Input): void {
    setActiveScenario(
      openWorkspaceContext(this.#context, this.id),
      this.#context.resolveScenario(scenario as never),
    );
  }

  /**
   * The changes of the workspace, until the caller stops reading. The first value is the complete state; then Deckhand polls twice a
   * second, and yields the parts that have changed.
   */
  changes(): AsyncGenerator<WorkspaceChanges, void, void> {
    return watchChanges((cursor) => this.changesSince(cursor), this.#context.realWait);
  }

  #run(method: MethodEntry, values: readonly unknown[]): unknown {
    const { params, ...request } = toControlRequest(method, values);
    return runControlOperation(this.#context, method.operation, {
      ...request,
      params: { ...params, workspace: this.id },
    });
  }

  async #runAsync(method: MethodEntry, values: readonly unknown[]): Promise<unknown> {
    return toMethodResult(method, await this.#run(method, values));
  }
}
