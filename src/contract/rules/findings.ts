/** Builds findings, and the judge function of most rules: check each piece of evidence. */
import type { Finding, FindingKind, Judgement } from '../rule.js';
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';

export interface Details {
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The place of the values in the body. */
  readonly path?: string | undefined;
  readonly call?: Call;
  /** An earlier call whose response shows the expected value. */
  readonly comparedWith?: Call | undefined;
  /** The request whose effect the call shows. */
  readonly about?: Call | undefined;
  readonly cause?: string;
}

function finding(
  kind: FindingKind,
  message: string,
  { call, comparedWith, about, path, ...values }: Details,
): Finding {
  return {
    kind,
    message,
    ...values,
    ...(path !== undefined && { path }),
    ...(call && { exchange: call.exchange.sequence }),
    ...(comparedWith && { compared: comparedWith.exchange.sequence }),
    ...(about && { about: about.exchange.sequence }),
  };
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

/** Each item with the first one of the same name, which may be the item itself. */
export function withFirst<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => unknown,
): readonly { readonly item: Item; readonly first: Item }[] {
  const firsts = new Map<unknown, Item>();
  return items.map((item) => {
    const name = nameOf(item);
    const first = firsts.get(name) ?? item;
    firsts.set(name, first);
    return { item, first };
  });
}

const isList = (found: Finding | readonly Finding[]): found is readonly Finding[] => Array.isArray(found);
