/** Finds the calls of a test that it did not await: they are still pending when the body of the test ends. */
import { UserError } from '../../base/user-error.js';
import { trimStack } from './trim-stack.js';

/** @internal */
export class UnawaitedCalls {
  /** The error of each pending call, with the promise of its end. A call is before the calls that it makes itself. */
  readonly #pending = new Map<UserError, Promise<unknown>>();
  readonly #ends: (() => void)[] = [];
  #atEnd: readonly UserError[] | undefined;

  /** @param name as the test writes the call, such as `deckhand.useScenario` */
  async track<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
    const error = new UserError('invalid-option', `${name}(…) was still pending when the test ended.`, {
      hint: `Add await: await ${name}(…).`,
    });
    let end = (): void => undefined;
    this.#pending.set(error, new Promise<void>((resolve) => (end = resolve)));
    try {
      return await call();
    } finally {
      this.#pending.delete(error);
      end();
    }
  }

  /**
   * Like `track`, but resolves to `resultAtEnd` if the test ends first, so that its result is no second error.
   * @param resultAtEnd the result of a call that does not matter any more
   */
  trackUntilEnd<Result>(name: string, call: () => Promise<Result>, resultAtEnd: Result): Promise<Result> {
    const end = new Promise<Result>((resolve) => this.#ends.push(() => resolve(resultAtEnd)));
    return Promise.race([this.track(name, call), end]);
  }

  /** Resolves when the calls before it have ended, with any result. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  /** The body of the test has ended. Only the first call counts: what the fixtures call later is awaited. */
  end(): void {
    if (this.#atEnd) return;
    this.#atEnd = [...this.#pending.keys()];
    for (const end of this.#ends) end();
  }

  /** @throws UserError at the line of the first call that was pending at the end of the test */
  assertNone(): void {
    const [first] = this.#atEnd ?? [];
    if (first) throw trimStack(first);
  }
}
