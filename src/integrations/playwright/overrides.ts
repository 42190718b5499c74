/**
 * The responses that a test sets for whole operations. Each is an active fault that does not expire. The oldest fault that matches
 * a request applies, so the overrides are added again after each other fault.
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

/** The most that a fault can have: it applies until it is removed. */
const MAX_TIMES = 100_000;
const MAX_TTL = '999999999h';

/** When a fault with `MAX_TTL` expires: the clock does not pass the year 9999. */
const END_OF_CLOCK = '9999-12-31T23:59:59.999Z';

/** After these operations, the overrides are missing, or older than another fault. */
const CHANGES_OF_FAULTS: readonly ControlOperationId[] = [
  'addFault',
  'clearFaults',
  'resetWorkspace',
  'restoreSnapshot',
];

/** @internal */
export class Overrides {
  readonly #send: SendControlRequest;
  readonly #workspace: string;
  readonly #responses = new Map<OperationId, FaultResponse>();
  #installed: Promise<void> = Promise.resolve();

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
    const previous = this.#responses.get(operation);
    if (response === null) this.#responses.delete(operation);
    else this.#responses.set(operation, toFaultResponse(operation, response));
    try {
      await this.#install();
    } catch (error) {
      // A header can be invalid. Then nothing has changed.
      if (previous) this.#responses.set(operation, previous);
      else this.#responses.delete(operation);
      await this.#install();
      throw error;
    }
  }

  /** Sends a control operation of the test, and keeps the overrides after all other faults. */
  readonly send: SendControlRequest = async (operation, input) => {
    const response = await this.#send(operation, input);
    if (this.#responses.size > 0 && CHANGES_OF_FAULTS.includes(operation)) await this.#install();
    return response;
  };

  /** Forgets the overrides at the end of the test, which resets the workspace. */
  end(): void {
    this.#responses.clear();
  }

  /** Adds the overrides again, after all other faults. Calls wait for each other. */
  #install(): Promise<void> {
    const installed = this.#installed.then(() => this.#replaceFaults());
    this.#installed = installed.catch(() => undefined);
    return installed;
  }

  async #replaceFaults(): Promise<void> {
    const { faults } = (await this.#sendToWorkspace('listFaults')) as ActiveFaultList;
    for (const { id } of faults.filter(isOverride))
      await this.#sendToWorkspace('removeFault', { params: { fault: id } });
    for (const [operation, response] of this.#responses) {
      const body = { operation, response, times: MAX_TIMES, ttl: MAX_TTL } satisfies AddFaultRequest;
      await this.#sendToWorkspace('addFault', { body });
    }
  }

  #sendToWorkspace(
    operation: ControlOperationId,
    { params, ...input }: ControlRequestInput = {},
  ): Promise<unknown> {
    return this.#send(operation, { ...input, params: { ...params, workspace: this.#workspace } });
  }
}

/** @internal Whether an active fault is an override: no other one applies as often until the end of the clock. */
export const isOverride = ({ remaining, applied = 0, expires_at: expiresAt }: ActiveFault): boolean =>
  remaining + applied === MAX_TIMES && expiresAt === END_OF_CLOCK;

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
