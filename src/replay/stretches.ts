/**
 * A job's life as stretches of one kind each: at work, asking, over. What was seen when is certain; when one stretch gave
 * way to the next lies somewhere between two polls, and is kept as that.
 */
import type { Seen } from './view.js';

/** Something learnt of a job at an instant, in milliseconds since its start. */
export type Sign =
  | { readonly kind: 'view'; readonly after: number; readonly seen: Seen; readonly call: number }
  /** A message that was taken: it answers the question that stands, if one does. */
  | { readonly kind: 'reply'; readonly after: number };

/** The instants at which something can have happened: whole milliseconds, both ends included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface Point {
  readonly after: number;
  readonly seen: Extract<Seen, { status: 'generating' }>;
}

export type Stretch =
  | {
      readonly kind: 'working';
      readonly begins: Window;
      readonly points: readonly Point[];
      readonly last: number;
    }
  | {
      readonly kind: 'asking';
      readonly begins: Window;
      readonly message: string;
      /** When the reply came that ended it. */
      readonly answered: number | undefined;
      readonly last: number;
    }
  | {
      readonly kind: 'over';
      readonly begins: Window;
      readonly seen: Extract<Seen, { status: 'completed' | 'failed' }>;
      readonly last: number;
    };

export interface Life {
  readonly stretches: readonly Stretch[];
  /** The calls whose view fits into no such life: it comes after the end, or changes within a millisecond. */
  readonly misfits: ReadonlySet<number>;
}

type Open = { -readonly [Key in keyof Stretch]: Stretch[Key] } & {
  kind: Stretch['kind'];
  begins: Window;
  last: number;
  points?: Point[];
  message?: string;
  answered?: number | undefined;
  seen?: Seen;
};

const at = (after: number): Window => ({ from: after, to: after });

export function lifeOf(signs: readonly Sign[]): Life {
  const stretches: Open[] = [];
  const misfits = new Set<number>();
  /** Set while it is certain when the next stretch begins: at the start, and at a reply. */
  let known: number | undefined = 0;

  for (const sign of signs) {
    const open = stretches.at(-1);
    if (sign.kind === 'reply') {
      if (open?.kind === 'asking' && known === undefined) known = open.answered = sign.after;
      if (open && known === undefined) open.last = sign.after;
      continue;
    }
    const { after, seen } = sign;
    if (open && known === undefined && goesOn(open, seen)) {
      const last = open.points?.at(-1);
      if (last?.after === after && JSON.stringify(last.seen) !== JSON.stringify(seen)) {
        misfits.add(sign.call);
        continue;
      }
      open.last = after;
      open.points?.push({ after, seen: seen as Point['seen'] });
      continue;
    }
    if (open?.kind === 'over' || (known === undefined && open?.last === after)) {
      misfits.add(sign.call);
      continue;
    }
    if (known !== undefined && seen.status !== 'generating' && after > known) {
      // Something was done meanwhile that nobody saw.
      stretches.push({ kind: 'working', begins: at(known), points: [], last: known });
      known = undefined;
    }
    const begins = known === undefined ? { from: (stretches.at(-1)?.last ?? -1) + 1, to: after } : at(known);
    stretches.push(begun(seen, begins, after));
    known = undefined;
  }
  return { stretches: stretches as unknown as readonly Stretch[], misfits };
}

function goesOn(open: Open, seen: Seen): boolean {
  switch (open.kind) {
    case 'working':
      return seen.status === 'generating';
    case 'asking':
      return seen.status === 'awaiting_input' && seen.message === open.message;
    case 'over':
      return JSON.stringify(seen) === JSON.stringify(open.seen);
  }
}

function begun(seen: Seen, begins: Window, after: number): Open {
  switch (seen.status) {
    case 'generating':
      return { kind: 'working', begins, points: [{ after, seen }], last: after };
    case 'awaiting_input':
      return { kind: 'asking', begins, message: seen.message, answered: undefined, last: after };
    case 'completed':
    case 'failed':
      return { kind: 'over', begins, seen, last: after };
  }
}
