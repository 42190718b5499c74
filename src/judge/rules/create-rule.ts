/**
 * Builds a rule from `select` (what to check) and `check` (how). A finding with a downgrade is a warning.
 */
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Level, Rule, RuleMeta, VerdictReason } from '../rule.js';

export interface RuleDefinition<Item> extends Omit<RuleMeta, 'level'> {
  /** Default: `must`. */
  readonly level?: Level;
  readonly select: (trace: Trace) => readonly Item[];
  /** The reason to report if there are no items. */
  readonly notCovered: string | VerdictReason;
  readonly check: (item: Item, trace: Trace) => CheckResult;
}

type CheckResult = Finding | readonly Finding[] | undefined;

export interface FindingDetails {
  readonly call: Call;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** The path of the values in the body. */
  readonly path?: string | undefined;
  /** An earlier call whose response has the expected value. */
  readonly comparedWith?: Call | undefined;
  /** The request whose effect the call shows. */
  readonly about?: Call | undefined;
  /** Like `about`, for the last request that may have caused it. */
  readonly suspect?: Call | undefined;
  /** Whether the effect was seen on one connection only. */
  readonly isOfConnection?: boolean;
  /** Groups findings of several rules that have one root cause. */
  readonly cause?: string;
  /** Whether the message says how often it occurred. */
  readonly isCountInMessage?: boolean;
  /** Why it is a warning instead of a failure. */
  readonly downgrade?: string | undefined;
}

export function createRule<Item>({
  level = 'must',
  select,
  notCovered,
  check,
  ...meta
}: RuleDefinition<Item>): Rule {
  return {
    ...meta,
    level,
    judge: (trace) => {
      const all = select(trace);
      return {
        checked: all.length,
        findings: all.flatMap((item) => check(item, trace) ?? []),
        notCovered,
      };
    },
  };
}

/** A violation of the spec; a warning if there is a downgrade. */
export const violation = (message: string, details: FindingDetails): Finding =>
  finding(details.downgrade === undefined ? 'fail' : 'warn', message, details);

/** What a service does where the spec is silent. */
export const info = (message: string, details: FindingDetails): Finding => finding('info', message, details);

function finding(
  kind: Finding['severity'],
  message: string,
  { call, comparedWith, about, suspect, path, downgrade, ...values }: FindingDetails,
): Finding {
  const effectOf = about ?? suspect;
  return {
    severity: kind,
    message,
    ...values,
    exchange: call.exchange.sequence,
    ...(path !== undefined && { path }),
    ...(comparedWith && { comparedWith: comparedWith.exchange.sequence }),
    ...(effectOf && { effectOf: effectOf.exchange.sequence }),
    ...(!about && suspect && { isCauseUncertain: true }),
    ...(downgrade !== undefined && { downgrade }),
  };
}

/** Each item with the first item that has the same key, which may be the item itself. */
export function pairWithFirst<Item>(
  items: readonly Item[],
  getKey: (item: Item) => unknown,
): readonly { readonly item: Item; readonly first: Item }[] {
  const firsts = new Map<unknown, Item>();
  return items.map((item) => {
    const key = getKey(item);
    const first = firsts.get(key) ?? item;
    firsts.set(key, first);
    return { item, first };
  });
}

/** The items, if there are enough to compare. */
export const ifMultiple = <Item>(items: readonly Item[]): readonly Item[] => (items.length > 1 ? items : []);
