/** What one client has seen and done of one job so far. Bounded: the last few polls, and what the last view said. */
import type { JobStatus } from '../../generated/lifecycle.js';
import { fieldOf } from '../trace/answer.js';
import type { Call } from '../trace/call.js';
import { isTerminal, knownStatus } from '../trace/job.js';
import { digest } from './digest.js';
import { gapBetween, keep, median, type Moment } from './moments.js';

/** A view after which there is nothing to poll for: the end, or a question. */
export interface Stop {
  readonly status: Exclude<JobStatus, 'generating'>;
  /** What was asked. */
  readonly question?: unknown;
  /** When the view had arrived. */
  readonly knownAt: number;
  /** The poll that showed it, and then those that were shown the same although it had been. */
  readonly polls: Moment[];
  /** Messages sent since. */
  readonly messages: number[];
}

export class JobPast {
  /** The last polls, without those before the client was loaded anew. */
  polls: Moment[] = [];
  /** What it was last told to stop at; gone once there is reason to poll again. */
  stop: Stop | undefined;
  /** Whether it was ever asked something, so that a tab may still show the question. */
  wasAsked = false;
  /** Whether its start is in the journal, so that nothing of it was missed. */
  isWhole = false;
  /** For how long, and how often, the same view has come back. */
  same: { readonly view: number; readonly since: Moment; polls: number } | undefined;
  readonly #rhythm: number[] = [];
  #wasFine = false;

  /** Ms between polls while there was reason to poll. */
  get rhythm(): number | undefined {
    return median(this.#rhythm);
  }

  /** The poll that was asked before this one, when that is known. */
  get last(): Moment | undefined {
    return this.polls.at(-1);
  }

  takePoll(call: Call, moment: Moment): void {
    const gap = this.last && gapBetween(this.last, moment);
    // What follows a failure is a wait of another kind.
    if (gap !== undefined && gap > 0 && !this.stop && this.#wasFine) {
      this.#rhythm.push(gap);
      if (this.#rhythm.length > 5) this.#rhythm.shift();
    }
    this.#wasFine = call.ok;
    keep(this.polls, moment);
    if (call.ok) this.#takeView(call, moment);
  }

  takeMessage(call: Call): void {
    const { stop } = this;
    if (!stop || call.exchange.startedAt < stop.knownAt) return;
    // It acted. Whether the reply arrived, it may look.
    if (stop.status === 'awaiting_input') this.stop = undefined;
    else stop.messages.push(call.exchange.sequence);
  }

  /** The page was loaded anew, which asks once more for what it shows. */
  startAnew(): void {
    if (this.polls.length > 1) this.polls = this.polls.slice(-1);
    if (this.stop && this.stop.polls.length > 1) this.stop.polls.length = 1;
  }

  #takeView(call: Call, moment: Moment): void {
    const view = call.answer.kind === 'json' ? call.answer.value : undefined;
    const status = knownStatus(fieldOf(view, 'status'));
    const said = digest(call.exchange.response?.body?.text ?? '');
    if (this.same?.view === said && this.same.since.era === moment.era) this.same.polls++;
    else this.same = { view: said, since: moment, polls: 1 };
    if (status === undefined) return;
    if (status === 'awaiting_input') this.wasAsked = true;
    const question = status === 'awaiting_input' ? fieldOf(view, 'message') : undefined;
    if (this.stop?.status === status && this.stop.question === question) {
      if (moment.at >= this.stop.knownAt) keep(this.stop.polls, moment);
      return;
    }
    // What it saw of an end does not become unseen by a late answer of before.
    if (this.stop && isTerminal(this.stop.status) && moment.at < this.stop.knownAt) return;
    this.stop =
      status === 'generating'
        ? undefined
        : { status, question, knownAt: call.exchange.endedAt, polls: [moment], messages: [] };
  }
}
