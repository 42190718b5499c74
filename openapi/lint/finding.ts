// A finding of a check as a value. lint.ts prints it.

export interface Finding {
  readonly file: string;
  /** The place in the document (RFC 6901). */
  readonly pointer: string;
  readonly what: string;
  readonly expected: string;
}

export function line({ file, pointer, what, expected }: Finding): string {
  return `${file}: ${pointer || '/'}: ${what}, expected ${expected}`;
}

/** Builds a JSON pointer. */
export function pointer(...steps: (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
