/**
 * The one class for a mistake of the user: a bad flag, a broken scenario file, a port in use. It is printed in one or two
 * lines, never with a stack trace. A bug of ours is thrown as an ordinary Error and crashes loudly instead.
 */

/** Every kind of mistake there is; scripts and tests may rely on these words. */
export type UserErrorCode =
  | 'bad-option'
  | 'bad-baseline'
  | 'bad-overlay'
  | 'bad-har'
  | 'bad-scenario'
  | 'unknown-scenario'
  | 'bad-directory'
  | 'bad-arrangement'
  | 'bad-input'
  | 'not-found'
  | 'job-conflict'
  | 'file-changed'
  | 'not-writable'
  | 'unreachable'
  | 'not-deckhand'
  | 'not-allowed'
  | 'no-command'
  | 'address-in-use'
  | 'address-not-available';

/** Where in a file a mistake stands. Line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What is wrong with an input, and where in it (RFC 6901). */
export interface InputFault {
  readonly pointer: string;
  readonly detail: string;
}

export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: UserErrorCode;
  /** What to do about it, when there is something to say. */
  readonly hint: string | undefined;
  readonly place: Place | undefined;
  /** Every fault of an input that is not as it has to be. */
  readonly faults: readonly InputFault[];

  constructor(
    code: UserErrorCode,
    message: string,
    details: { hint?: string; place?: Place; faults?: readonly InputFault[]; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.hint = details.hint;
    this.place = details.place;
    this.faults = details.faults ?? [];
  }

  /** The mistake as a terminal shows it: `file:line:column: message`, and the hint on a line of its own. */
  format(): string {
    const where = this.place ? `${this.place.file}:${this.place.line}:${this.place.column}: ` : '';
    return where + this.message + (this.hint ? `\n  ${this.hint}` : '');
  }
}
