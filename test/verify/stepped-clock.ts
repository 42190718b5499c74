/**
 * The clock of a mock server that is checked: it stands still while a request is under way, and goes on when the check waits for
 * time, or for a response that the mock server holds back. So a slow machine sees the same states as a fast one.
 */
import type { Deckhand } from '../../src/app/deckhand.js';
import type { RunClock } from '../../src/journal/transport.js';

/** Milliseconds that pass at once while a response is held back. */
const STEP = 100;

export class SteppedClock implements RunClock {
  readonly #clocks;
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  #underWay = 0;
  #isDriving = false;

  constructor(deckhand: Deckhand) {
    this.#clocks = ['ws_dev', 'ws_other'].map((id) => deckhand.workspace(id).clock);
    for (const clock of this.#clocks) clock.pause();
  }

  readonly now = (): number => this.#clocks[0]?.now() ?? 0;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#sleepers.push({ until: this.now() + ms, wake });
      this.#drive();
    });

  /** Makes each request known to the clock. */
  during<Request, Response>(
    ask: (request: Request) => Promise<Response>,
  ): (request: Request) => Promise<Response> {
    return async (request) => {
      this.#underWay += 1;
      this.#drive();
      try {
        return await ask(request);
      } finally {
        this.#underWay -= 1;
      }
    };
  }

  #drive(): void {
    if (this.#isDriving) return;
    this.#isDriving = true;
    setImmediate(() => {
      this.#isDriving = false;
      this.#goOn();
      if (this.#underWay > 0 || this.#sleepers.length > 0) this.#drive();
    });
  }

  #goOn(): void {
    const held = this.#clocks.reduce((sum, clock) => sum + clock.pendingResponses(), 0);
    if (this.#underWay > held) return;
    const [first] = this.#sleepers.sort((one, other) => one.until - other.until);
    const rest = first ? first.until - this.now() : Infinity;
    if (held > 0 && rest > STEP) this.#advance(STEP);
    else if (first) {
      this.#advance(rest);
      this.#sleepers.shift();
      first.wake();
    }
  }

  #advance(ms: number): void {
    if (ms > 0) for (const clock of this.#clocks) clock.advance(ms);
  }
}
