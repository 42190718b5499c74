/**
 * What has been judged so far of a journal that comes in parts: what each rule said, what was counted, and the exchanges that
 * this rests on. Bounded, whatever the length of the journal.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { Census } from '../report/census.js';
import type { Evidence } from '../report/evidence.js';
import type { Rule, Verdict } from '../rule.js';
import { Tally } from '../tally.js';
import type { Call } from '../trace/call.js';
import type { JobTrace } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { Answering } from '../unjudged.js';

/** So many jobs are shown in a report; and so many more that something was found at. */
const MOST_JOBS = 100;
/** Of a job that is shown: polls at its beginning, and as many at its end. */
const MOST_POLLS = 50;

export class Proceedings {
  readonly #rules: readonly Rule[];
  readonly #tallies: readonly Tally[];
  readonly #census = new Census();
  readonly #answering = new Answering();
  readonly #jobs = { first: new Map<string, JobTrace>(), cited: new Map<string, JobTrace>() };
  #cited = new Map<number, Call>();
  #requests = 0;
  #starts = 0;
  #startedAt = Infinity;
  #endedAt = 0;

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.#tallies = rules.map((rule) => new Tally(rule));
  }

  /** A request was made, to be judged sooner or later. */
  count({ startedAt, endedAt }: Exchange): void {
    this.#requests++;
    if (startedAt < this.#startedAt) this.#startedAt = startedAt;
    if (endedAt > this.#endedAt) this.#endedAt = endedAt;
  }

  /** Judges what is new in a trace; the rest was judged before, or will be, and is there to compare with. */
  hear(trace: Trace): void {
    const newCalls = bySequence(trace);
    for (const [index, rule] of this.#rules.entries()) {
      this.#tallies[index]?.add(
        () => rule.judge(trace),
        ({ exchange }) => exchange === undefined || newCalls().has(exchange),
      );
    }
    this.#census.take(trace);
    this.#answering.take(trace);
    for (const call of trace.of('startGeneration')) if (call.ok && trace.isNew(call)) this.#starts++;
    this.#keepCited(newCalls);
    for (const job of trace.jobs) this.#keepJob(job);
  }

  verdicts(): readonly Verdict[] {
    return this.#tallies.map((tally) => tally.verdict());
  }

  whyUnjudged(): string | undefined {
    return this.#answering.whyUnjudged();
  }

  evidence(): Evidence {
    const traces = [...this.#jobs.first.values(), ...this.#jobs.cited.values()];
    const shown = traces.flatMap(({ start, polls, messages }) => [
      ...(start ? [start] : []),
      ...polls,
      ...messages,
    ]);
    const calls = new Map([...shown.map((call) => [call.exchange.sequence, call] as const), ...this.#cited]);
    return {
      requests: this.#requests,
      jobs: this.#starts,
      startedAt: Number.isFinite(this.#startedAt) ? this.#startedAt : 0,
      endedAt: this.#endedAt,
      census: this.#census,
      traces,
      exchange: (sequence): Exchange | undefined => calls.get(sequence)?.exchange,
      operation: (sequence): OperationId | undefined => calls.get(sequence)?.operation,
    };
  }

  #keepCited(newCalls: () => ReadonlyMap<number, Call>): void {
    const before = this.#cited;
    this.#cited = new Map();
    for (const tally of this.#tallies) {
      for (const { exchange } of tally.findings()) {
        const call = exchange === undefined ? undefined : (before.get(exchange) ?? newCalls().get(exchange));
        if (call) this.#cited.set(call.exchange.sequence, call);
      }
    }
  }

  #keepJob(job: JobTrace): void {
    const { first, cited } = this.#jobs;
    if (first.has(job.id) || cited.has(job.id)) return;
    if (first.size < MOST_JOBS) first.set(job.id, trimmed(job));
    else if (cited.size < MOST_JOBS && job.polls.some((call) => this.#cited.has(call.exchange.sequence)))
      cited.set(job.id, trimmed(job));
  }
}

/** What is new in a trace, made when it is asked for: mostly nothing is found. */
function bySequence(trace: Trace): () => ReadonlyMap<number, Call> {
  let made: ReadonlyMap<number, Call> | undefined;
  return () =>
    (made ??= new Map(trace.calls.filter(trace.isNew).map((call) => [call.exchange.sequence, call])));
}

function trimmed(job: JobTrace): JobTrace {
  if (job.polls.length <= 2 * MOST_POLLS) return job;
  const polls = [...job.polls.slice(0, MOST_POLLS), ...job.polls.slice(-MOST_POLLS)];
  const kept = new Set(polls);
  const messages = job.messages.slice(0, MOST_POLLS);
  return { ...job, polls, views: job.views.filter(({ call }) => kept.has(call)), messages };
}
