/** The figures that rules of conduct go by, and what they are unless somebody says otherwise. */

export interface Bounds {
  /** Ms. */
  readonly tightLoop: number;
}

export const DEFAULT_TIGHT_LOOP = 1000;
export const DEFAULT_REMEMBERED = 10_000;
