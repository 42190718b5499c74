/** The shapes that most rules have: look at every piece of evidence, say what is wrong with it. */
import type { Call } from '../trace/call.js';
import type { Finding, FindingKind, Judgement } from '../rule.js';
import type { Trace } from '../trace/trace.js';

export interface Details {
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly call?: Call;
}

function finding(kind: FindingKind, message: string, { call, ...values }: Details): Finding {
  return { kind, message, ...values, ...(call && { exchange: call.exchange.sequence }) };
}

export const fail = (message: string, details: Details = {}): Finding => finding('fail', message, details);
export const warn = (message: string, details: Details = {}): Finding => finding('warn', message, details);
export const observed = (message: string, details: Details = {}): Finding =>
  finding('observed', message, details);

type Found = Finding | readonly Finding[] | undefined;

/**
 * How a rule judges that looks at one piece of evidence after the other; without any it is not reached. A long journal is judged
 * in hundreds of traces, and V8 keeps the code that it made for a function only as long as there is one: so what looks at
 * every piece is made once with its rule, and not anew for each trace.
 */
export function judging<Item>(
  evidence: (trace: Trace) => readonly Item[],
  notReached: string,
  check: (item: Item, trace: Trace) => Found,
): (trace: Trace) => Judgement {
  return (trace) => {
    const items = evidence(trace);
    const findings: Finding[] = [];
    for (const item of items) {
      const found = check(item, trace);
      if (found === undefined) continue;
      if (isList(found)) findings.push(...found);
      else findings.push(found);
    }
    return { checked: items.length, findings, notReached };
  };
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found);

/** What was seen of an open question: each answer is counted, and shown where it was given first. */
export class Answers {
  readonly #trace: Trace;
  readonly #found = new Map<string, { message: string; times: number; exchange: number }>();
  #checked = 0;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  /** What has been counted before, or will be, is passed over. */
  add(answer: string | ((call: Call) => string), call: Call): void {
    if (!this.#trace.isNew(call)) return;
    this.#checked++;
    const message = typeof answer === 'string' ? answer : answer(call);
    const { sequence } = call.exchange;
    const known = this.#found.get(message);
    if (known) {
      known.times++;
      known.exchange = Math.min(known.exchange, sequence);
    } else this.#found.set(message, { message, times: 1, exchange: sequence });
  }

  judgement(notReached: string): Judgement {
    return { checked: this.#checked, findings: [], observations: [...this.#found.values()], notReached };
  }
}

/** What a call was answered with, in a few words. */
export function answered(call: Call): string {
  const { response, failure } = call.exchange;
  if (failure) return failureWords[failure];
  return response === undefined ? 'nothing' : String(response.status);
}

const failureWords = {
  reset: 'a reset connection',
  timeout: 'nothing in time',
  aborted: 'an aborted answer',
  truncated: 'an answer that breaks off',
  unreachable: 'no connection',
  protocol: 'something that is not HTTP',
} as const;
