/**
 * Builds a rule from `select` (what to check) and `check` (how). A finding with a doubt proves nothing, so it is a warning; excuses.ts has most doubts.
 */
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Level, Rule, RuleMeta } from '../rule.js';

export interface RuleDefinition<Item> extends Omit<RuleMeta, 'level'> {
  /** Default: `must`. */
  readonly level?: Level;
  readonly select: (trace: Trace) => readonly Item[];
  /** Why there may be no items, for a report. */
  readonly notCovered: string;
  readonly check: (item: Item, trace: Trace) => CheckResult;
}

type CheckResult = Finding | readonly Finding[] | undefined;

export function createRule<Item>({
  level = 'must',
  select,
  notCovered,
  check,
  ...facts
}: RuleDefinition<Item>): Rule {
  return {
    ...facts,
    level,
    judge: (trace) => {
      const all = select(trace);
      return {
        checked: all.length,
        findings: all.flatMap((item) => check(item, trace) ?? []),
        notCovered: notCovered,
      };
    },
  };
}

export interface FindingDetails {
  readonly call: Call;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The place of the values in the body. */
  readonly path?: string | undefined;
  /** An earlier call whose response shows the expected value. */
  readonly comparedWith?: Call | undefined;
  /** The request whose effect the call shows. */
  readonly about?: Call | undefined;
  /** Names one cause that can break several rules. */
  readonly cause?: string;
  /** Why it proves nothing. */
  readonly doubt?: string | undefined;
}

/** A broken promise; a warning if there is a doubt. */
export const violation = (message: string, details: FindingDetails): Finding =>
  finding(details.doubt === undefined ? 'fail' : 'warn', message, details);

/** What a service does where the interface is silent. */
export const info = (message: string, details: FindingDetails): Finding => finding('info', message, details);

function finding(
  kind: Finding['severity'],
  message: string,
  { call, comparedWith, about, path, doubt, ...values }: FindingDetails,
): Finding {
  return {
    severity: kind,
    message,
    ...values,
    exchange: call.exchange.sequence,
    ...(path !== undefined && { path }),
    ...(comparedWith && { comparedWith: comparedWith.exchange.sequence }),
    ...(about && { effectOf: about.exchange.sequence }),
    ...(doubt !== undefined && { downgrade: doubt }),
  };
}

/** Each item with the first one of the same name, which may be the item itself. */
export function pairWithFirst<Item>(
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

/** The items, if there are enough to compare. */
export const ifMultiple = <Item>(items: readonly Item[]): readonly Item[] => (items.length > 1 ? items : []);
