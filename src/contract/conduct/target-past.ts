/** What has come of one request, sent again and again by one client: how it failed, and when it was told to come back. */
import { headerOf, type Exchange } from '../../journal/exchange.js';
import { gapBetween, keep, type Moment } from './moments.js';

/** A refusal that the same request meets again: nothing of it lies in time or load. */
const PERMANENT = new Set([400, 401, 402, 403, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431, 451]);

export type Outcome = 'done' | 'refused' | 'failed' | 'left';

/** `left`: the client itself let go of it, or it is neither here nor there. */
export function outcomeOf({ response, failure }: Exchange): Outcome {
  if (failure === 'aborted') return 'left';
  if (failure !== undefined || response === undefined) return 'failed';
  const { status } = response;
  if (status === 429 || status >= 500) return 'failed';
  if (!PERMANENT.has(status)) return status < 400 ? 'done' : 'left';
  // A refusal that says when to come back is none for ever.
  return headerOf(response.headers, 'retry-after') === undefined ? 'refused' : 'left';
}

/** An answer that said when to come back, which nobody has come back to yet. */
export interface Promised {
  readonly sequence: number;
  readonly era: number;
  /** When the client may come back, and what it was told, in ms. */
  readonly due: number;
  readonly wait: number;
}

export class TargetPast {
  /** Attempts in a row that were refused for good. */
  refused: Moment[] = [];
  /** Attempts in a row that failed. */
  failed: Moment[] = [];
  /** How many of the intervals between them are known, the first of them, and the longest. */
  waits: { count: number; readonly first: number; longest: number } | undefined;
  /** Whether the client was seen to succeed before the failures began, so that the first is known to be the first. */
  readonly isWhole: boolean;
  promised: Promised[] = [];

  constructor(isWhole: boolean) {
    this.isWhole = isWhole;
  }

  /** The answer of before whose time has come, which this request is the return to. */
  returnsTo({ at, era }: Moment): Promised | undefined {
    return this.promised.find((one) => one.era !== era || isDue(one, at));
  }

  take(exchange: Exchange, moment: Moment): void {
    const returned = this.returnsTo(moment);
    if (returned) this.promised = this.promised.filter((one) => one !== returned);
    const outcome = outcomeOf(exchange);
    if (outcome === 'refused') keep(this.refused, moment);
    else if (outcome !== 'left') this.refused = [];
    if (outcome === 'failed') this.#fail(exchange, moment, returned !== undefined);
  }

  #fail(exchange: Exchange, moment: Moment, wasTold: boolean): void {
    const last = this.failed.at(-1);
    const gap = last && gapBetween(last, moment);
    if (wasTold || (last && gap === undefined)) this.waits = undefined;
    else if (gap !== undefined) {
      if (!this.waits) this.waits = { count: 1, first: gap, longest: 0 };
      else {
        this.waits.count++;
        this.waits.longest = Math.max(this.waits.longest, gap);
      }
    }
    keep(this.failed, moment);
    const wait = retryAfterOf(exchange);
    if (wait === undefined) return;
    this.promised.push({ sequence: moment.sequence, era: moment.era, due: exchange.endedAt + wait, wait });
    if (this.promised.length > 8) this.promised.shift();
  }
}

/** Whole seconds are told, and timers are not exact: a twentieth early is in time. */
export function isDue({ due, wait }: Promised, at: number): boolean {
  return at >= due - Math.max(50, wait / 20);
}

/** Ms, as HTTP's Retry-After has it (RFC 9110 10.2.3): seconds, or a date beside the answer's own. */
function retryAfterOf({ response }: Exchange): number | undefined {
  const text = response && headerOf(response.headers, 'retry-after')?.trim();
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const wait = Date.parse(text) - Date.parse(headerOf(response?.headers ?? [], 'date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait - 1000);
}
