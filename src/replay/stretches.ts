/**
 * A job's life as stretches of one kind each: at work, asking, over. What was seen when is certain; when one stretch gave
 * way to the next lies somewhere between two polls, and is kept as that.
 */
import type { Seen } from './view.js';

/** Something learnt of a job at an instant, in milliseconds since its start. */
export type Sign =
  | { readonly kind: 'view'; readonly after: number; readonly seen: Seen; readonly call: number }
  /** A message that was taken: it answers the question that stands, if one does. What it was answered with comes after. */
  | {
      readonly kind: 'reply';
      readonly after: number;
      readonly seen: Seen | undefined;
      readonly call: number;
    };

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
  /** The calls whose message was taken although the job was over. */
  readonly late: ReadonlySet<number>;
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

/** The words of a question that nobody saw. */
export const UNSEEN = 'A question that nobody saw';

const at = (after: number): Window => ({ from: after, to: after });

export function lifeOf(signs: readonly Sign[]): Life {
  const life = new GrowingLife();
  for (const sign of signs) life.add(sign);
  return life;
}

class GrowingLife implements Life {
  readonly #stretches: Open[] = [];
  readonly misfits = new Set<number>();
  readonly late = new Set<number>();
  /** Set while it is certain when the next stretch begins: at the start, and at a reply. */
  #known: number | undefined = 0;

  get stretches(): readonly Stretch[] {
    return this.#stretches as unknown as readonly Stretch[];
  }

  add(sign: Sign): void {
    if (sign.kind === 'view') {
      if (!this.#see(sign.after, sign.seen)) this.misfits.add(sign.call);
      return;
    }
    const { after, seen } = sign;
    const open = this.#known === undefined ? this.#stretches.at(-1) : undefined;
    if (open?.kind === 'over') {
      this.late.add(sign.call);
      return;
    }
    if (open?.kind === 'asking') this.#known = open.answered = after;
    else if (seen && seen.status !== 'generating') {
      // It was taken, and the job went on at once: it answered a question that nobody saw.
      const message = seen.status === 'awaiting_input' ? seen.message : UNSEEN;
      if (!this.#see(after, { status: 'awaiting_input', message })) return;
      const asked = this.#stretches.at(-1) as Open;
      this.#known = asked.answered = after;
    } else if (open) open.last = after;
    else if (!seen && this.#known !== undefined) {
      // All that is known is that it was not over yet.
      this.#stretches.push({ kind: 'working', begins: at(this.#known), points: [], last: after });
      this.#known = undefined;
    }
    if (seen) this.#see(after, seen);
  }

  /** Whether a view fits in. */
  #see(after: number, seen: Seen): boolean {
    const open = this.#stretches.at(-1);
    if (open && this.#known === undefined) {
      if (goesOn(open, seen)) return extended(open, after, seen);
      if (open.kind === 'over' || open.last === after) return false;
    }
    if (this.#known !== undefined && seen.status !== 'generating' && after > this.#known) {
      // Something was done meanwhile that nobody saw.
      this.#stretches.push({ kind: 'working', begins: at(this.#known), points: [], last: this.#known });
      this.#known = undefined;
    }
    const from = (this.#stretches.at(-1)?.last ?? -1) + 1;
    const begins = this.#known === undefined ? { from, to: after } : at(this.#known);
    this.#stretches.push(begun(seen, begins, after));
    this.#known = undefined;
    return true;
  }
}

/** Takes a further view into a stretch; false when it is another one within the same millisecond. */
function extended(open: Open, after: number, seen: Seen): boolean {
  const last = open.points?.at(-1);
  if (last?.after === after && JSON.stringify(last.seen) !== JSON.stringify(seen)) return false;
  open.last = after;
  open.points?.push({ after, seen: seen as Point['seen'] });
  return true;
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
