/** Builds findings, and the judge function of most rules: check each piece of evidence. */
import type { Finding, FindingKind, Judgement } from '../rule.js';
import type { Call } from '../trace/call.js';
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

/** @param notReached the reason to report when a trace has no evidence */
export function checkEach<Item>(
  evidence: (trace: Trace) => readonly Item[],
  notReached: string,
  check: (item: Item, trace: Trace) => Finding | readonly Finding[] | undefined,
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
