/**
 * Keeps the few exchanges of earlier segments that verdicts about later segments depend on: changes that can still take
 * effect, and the last success of operations without jobs. Each later segment is judged together with them.
 */
import type { Exchange } from '../journal/exchange.js';
import { isKeyed, hasUnknownOutcome, type Call } from '../trace/call.js';
import type { OperationId } from '../generated/routes.js';
import type { Trace } from '../trace/model.js';

/** Starts are not kept: a start without the polls of its job looks like a job that never ends. */
const KEPT_OPERATIONS: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'updatePresentation',
]);

/** The number of changes that are kept. */
const MAX_CHANGES = 500;

export class SegmentContext {
  readonly #successes = new Map<string, Call>();
  #changes: Call[] = [];

  get exchanges(): readonly Exchange[] {
    const all = new Set([...this.#changes, ...this.#successes.values()]);
    return [...all].map(({ exchange }) => exchange).sort((one, two) => one.sequence - two.sequence);
  }

  /** Adds the exchanges of a segment. Call it in the order of the segments. */
  add({ calls }: Trace): void {
    for (const call of calls) {
      const { operation, by, ok } = call;
      if (ok && isKeyed(call) && KEPT_OPERATIONS.has(operation))
        this.#successes.set(`${operation} ${by.via}`, call);
      if (operation === 'updatePresentation') this.#changes.push(call);
    }
    this.#changes = this.#changes
      .filter((call) => hasUnknownOutcome(call) || this.#keepsOneBefore(call))
      .slice(-MAX_CHANGES);
  }

  /** Whether a fetch or a change of the presentation is kept that came before the change. */
  #keepsOneBefore({ id, exchange: { sequence } }: Call): boolean {
    return [...this.#successes.values()].some((kept) => kept.id === id && kept.exchange.sequence < sequence);
  }
}
