/** Recognizes that the service blocks the address of the run after invalid keys, and waits once for the end of the block. Section 5. */
import type { Call } from '../judge/model/call.js';
import { otherKeyHeader, type KeyHeader } from './api-keys.js';
import { isSentOnce, type RequestSpec } from './request-spec.js';

/** How long to wait for the end of a block. */
const BLOCK_PAUSE_MS = 60_000;

interface BlockInput {
  /** Whether there is a key of another workspace. */
  readonly hasOtherKey: boolean;
  readonly send: (spec: RequestSpec, via: KeyHeader) => Promise<Call>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly note: (text: string) => void;
  readonly stop: (reason: string) => Error;
}

export const isRejectedKey = (status: number): boolean => status === 401 || status === 403;

export class AddressBlock {
  /** Whether the service blocked the address: no further invalid keys are sent. */
  isActive = false;
  readonly #input: BlockInput;
  #hasSentInvalidKey = false;
  #canListTemplates = false;
  /** A read of another operation that succeeded with the key under test. */
  #otherRead: RequestSpec | undefined;
  #end: Promise<boolean> | undefined;

  constructor(input: BlockInput) {
    this.#input = input;
  }

  /** Records what each request shows. */
  record(spec: RequestSpec, { isSuccess, credential, exchange }: Call): void {
    const { by, operation, id = '' } = spec;
    const isRead = exchange.request.method === 'GET' && (by ?? 'key') === 'key';
    if (isRead && isSuccess && operation !== 'listTemplates') this.#otherRead = { operation, id };
    this.#hasSentInvalidKey ||= by === 'none' || by === 'invalid';
    this.#canListTemplates ||= isSuccess && operation === 'listTemplates' && credential.header !== 'none';
  }

  /**
   * Sends the request again after the end of the block, if it met one.
   * @returns the call that it got then; `undefined` if it met no block
   * @throws RunStopped if the block does not end
   */
  async resendAfterBlock(spec: RequestSpec, via: KeyHeader, call: Call): Promise<Call | undefined> {
    if (!(await this.#isBlocked(spec, via, call))) return undefined;
    this.#end ??= this.#waitForEnd(via, call.status);
    if (await this.#end) return this.#input.send(spec, via);
    throw this.#input.stop(
      `the service blocks this IP address after requests with invalid keys (${call.status})`,
    );
  }

  /** Whether the key is suddenly rejected after invalid keys, also for a request that it was accepted for. */
  async #isBlocked(spec: RequestSpec, via: KeyHeader, { status, exchange }: Call): Promise<boolean> {
    const { send, stop, hasOtherKey } = this.#input;
    const isOfKey = (spec.by ?? 'key') === 'key' && !isSentOnce(spec);
    if (!isOfKey || exchange.request.method !== 'GET' || !isRejectedKey(status)) return false;
    if (!this.#hasSentInvalidKey || !this.#canListTemplates) return false;
    const list = await send({ operation: 'listTemplates' }, otherKeyHeader(via));
    if (list.status !== status) return false;
    // The list alone may be refused.
    if (spec.operation === 'listTemplates' && this.#otherRead && (await send(this.#otherRead, via)).isSuccess)
      return false;
    // The address is not blocked if another key still works.
    if (!hasOtherKey) return true;
    const other = await send({ operation: 'listTemplates', by: 'other' }, via);
    if (!other.isSuccess) return true;
    throw stop(`the service started to reject the key (${status}) but accepts the other key`);
  }

  async #waitForEnd(via: KeyHeader, status: number): Promise<boolean> {
    const { send, sleep, note } = this.#input;
    this.isActive = true;
    note(`the service blocked requests after invalid keys (${status}); no further ones are sent`);
    await sleep(BLOCK_PAUSE_MS);
    return (await send({ operation: 'listTemplates' }, otherKeyHeader(via))).isSuccess;
  }
}
