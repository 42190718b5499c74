/**
 * The responses that a test sets for whole operations. Each is a fallback, an active fault that applies only if no other one matches,
 * and lasts until it is removed. What removes all faults is followed by adding the overrides again.
 */
import { assertKnownOptions } from '../../app/options/deckhand-options.js';
import type { ControlRequestInput, SendControlRequest } from '../../app/remote-workspace.js';
import { didYouMean } from '../../base/did-you-mean.js';
import { UserError } from '../../base/user-error.js';
import type { ActiveFault, ActiveFaultList, AddFaultRequest } from '../../generated/control-api.js';
import type { ControlOperationId } from '../../generated/control-routes.js';
import { routes, type OperationId } from '../../generated/routes.js';
import { findResponseViolation } from '../../scenario/undeclared-violations.js';
import type { OverrideResponse } from './override-types.js';

type FaultResponse = NonNullable<AddFaultRequest['response']>;

/** The fields of a response, of any operation. */
interface AnyResponse {
  readonly json?: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly violates?: boolean;
}

const FIELDS = ['json', 'status', 'headers', 'violates'] satisfies (keyof AnyResponse)[];

interface Override {
  readonly response: FaultResponse;
  /** The id of its fault. */
  readonly fault: string;
}

/** The maximum of both: it applies until it is removed. */
const UNLIMITED = { times: 100_000, ttl: '999999999h' } satisfies AddFaultRequest;

/** After these operations, overrides can be missing. */
const REMOVE_FAULTS: readonly ControlOperationId[] = ['clearFaults', 'resetWorkspace', 'restoreSnapshot'];

/** @internal */
export class Overrides {
  readonly #send: SendControlRequest;
  readonly #workspace: string;
  readonly #overrides = new Map<OperationId, Override>();
  #last: Promise<void> = Promise.resolve();

  /** @param send runs control operations of the workspace */
  constructor(send: SendControlRequest, workspace: string) {
    this.#send = send;
    this.#workspace = workspace;
  }

  /**
   * @param response null ends the override
   * @throws UserError when the operation is unknown, or the response violates the specification and does not say so
   */
  async set<Operation extends OperationId>(
    operation: Operation,
    response: OverrideResponse<Operation> | null,
  ): Promise<void> {
    assertOperation(operation);
    const faultResponse = response === null ? null : toFaultResponse(operation, response);
    await this.#enqueue(() => this.#replace(operation, faultResponse));
  }

  /** Sends a control operation of the test, and adds the overrides again that it has removed. */
  readonly send: SendControlRequest = async (operation, input) => {
    const response = await this.#send(operation, input);
    if (REMOVE_FAULTS.includes(operation))
      await this.#enqueue(() => this.#addMissing(operation === 'restoreSnapshot'));
    return response;
  };

  /** Forgets the overrides at the end of the test, which resets the workspace. */
  end(): void {
    this.#overrides.clear();
  }

  /** Changes wait for each other. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    const changed = this.#last.then(change);
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  /** @param isRestored whether a snapshot was restored: its faults can have the ids of these overrides */
  async #addMissing(isRestored: boolean): Promise<void> {
    if (this.#overrides.size === 0) return;
    const ids = isRestored ? [] : (await this.#listFaults()).map(({ id }) => id);
    for (const [operation, { response, fault }] of this.#overrides)
      if (!ids.includes(fault)) await this.#replace(operation, response);
  }

  /**
   * Adds the new fault first: if it is invalid, nothing has changed, and no request gets the response of the scenario in between.
   * @param response null if there is no new one
   */
  async #replace(operation: OperationId, response: FaultResponse | null): Promise<void> {
    const previous = (await this.#listFaults()).filter((fault) => isOverrideOf(operation, fault));
    if (response) {
      const body = { operation, response, fallback: true, ...UNLIMITED } satisfies AddFaultRequest;
      const { id } = (await this.#sendToWorkspace('addFault', { body })) as ActiveFault;
      this.#overrides.set(operation, { response, fault: id });
    } else this.#overrides.delete(operation);
    for (const { id } of previous) await this.#sendToWorkspace('removeFault', { params: { fault: id } });
  }

  async #listFaults(): Promise<readonly ActiveFault[]> {
    return ((await this.#sendToWorkspace('listFaults')) as ActiveFaultList).faults;
  }

  #sendToWorkspace(
    operation: ControlOperationId,
    { params, ...input }: ControlRequestInput = {},
  ): Promise<unknown> {
    return this.#send(operation, { ...input, params: { ...params, workspace: this.#workspace } });
  }
}

/** Also a fallback that the test added itself, or that a snapshot had. */
const isOverrideOf = (
  operation: OperationId,
  { fallback, job, operation: operations }: ActiveFault,
): boolean =>
  fallback === true && job === undefined && operations.length === 1 && operations[0] === operation;

/** @throws UserError with the closest operation */
function assertOperation(operation: string): void {
  const known = routes.map(({ operationId }) => operationId);
  if (known.includes(operation as OperationId)) return;
  throw new UserError(
    'invalid-option',
    `Unknown operation ${JSON.stringify(operation)} in deckhand.override.${didYouMean(operation, known)}`,
    { hint: `There are: ${known.join(', ')}` },
  );
}

/** @throws UserError when a field is unknown, `json` is not JSON, or the response violates the specification and does not say so */
function toFaultResponse(operation: OperationId, response: AnyResponse): FaultResponse {
  assertKnownOptions(response, FIELDS);
  const { json, headers = {}, violates = false } = response;
  const successStatus = routes.find(({ operationId }) => operationId === operation)?.successStatus ?? 200;
  const { status = successStatus } = response;
  const body = copyJson(json, operation);
  const violation = violates ? undefined : findResponseViolation(operation, { status, body, headers });
  if (violation !== undefined)
    throw new UserError(
      'invalid-option',
      `The response in deckhand.override("${operation}") violates the specification: ${violation}.`,
      { hint: 'Correct it. If the test needs this response, add violates: true.' },
    );
  return { status, headers, ...(body !== undefined && { body }) };
}

/** The value as its JSON text has it: a date is a string, and later changes of the value have no effect. */
function copyJson(value: unknown, operation: OperationId): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(value)) as unknown;
  } catch {
    throw new UserError(
      'invalid-option',
      `json in deckhand.override("${operation}") cannot be written as JSON.`,
      {
        hint: 'Pass plain objects, arrays, strings, numbers, booleans and null.',
      },
    );
  }
}
