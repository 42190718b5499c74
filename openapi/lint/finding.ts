// What a gate finds in a document: a value, so that a gate can be tested; printing is the business of lint.ts.

export interface Finding {
  readonly file: string;
  /** RFC 6901: the place in the document. */
  readonly pointer: string;
  readonly what: string;
  readonly expected: string;
}

export function line({ file, pointer, what, expected }: Finding): string {
  return `${file}: ${pointer || '/'}: ${what}, expected ${expected}`;
}

/** A pointer from its steps. */
export function pointer(...steps: (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
