/**
 * A row is one expectation of the interface, as a line of a table: what it is about (`items`), and what is broken in each of them
 * (`check`). A finding with a doubt proves nothing, so it is a warning; excuses.ts has most doubts.
 */
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Finding, Level, Rule, RuleFacts } from '../rule.js';

export interface Row<Item> extends Omit<RuleFacts, 'level'> {
  /** Default: `must`. */
  readonly level?: Level;
  readonly items: (trace: Trace) => readonly Item[];
  /** Why there may be no items, for a report. */
  readonly unseen: string;
  readonly check: (item: Item, trace: Trace) => Found;
}

type Found = Finding | readonly Finding[] | undefined;

export function row<Item>({ level = 'must', items, unseen, check, ...facts }: Row<Item>): Rule {
  return {
    ...facts,
    level,
    judge: (trace) => {
      const all = items(trace);
      return {
        checked: all.length,
        findings: all.flatMap((item) => check(item, trace) ?? []),
        notReached: unseen,
      };
    },
  };
}

export interface Details {
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
export const broken = (message: string, details: Details): Finding =>
  finding(details.doubt === undefined ? 'fail' : 'warn', message, details);

/** What a service does where the interface is silent. */
export const observed = (message: string, details: Details): Finding => finding('observed', message, details);

function finding(
  kind: Finding['kind'],
  message: string,
  { call, comparedWith, about, path, doubt, ...values }: Details,
): Finding {
  return {
    kind,
    message,
    ...values,
    exchange: call.exchange.sequence,
    ...(path !== undefined && { path }),
    ...(comparedWith && { compared: comparedWith.exchange.sequence }),
    ...(about && { about: about.exchange.sequence }),
    ...(doubt !== undefined && { doubt }),
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

/** The items, if there are enough to compare. */
export const ifSeveral = <Item>(items: readonly Item[]): readonly Item[] => (items.length > 1 ? items : []);
