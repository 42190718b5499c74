/**
 * An error that the user can correct: an invalid option, an invalid scenario file, a port in use. It is printed in one or two
 * lines without a stack trace; a bug in Deckhand is an ordinary Error.
 */

/** The codes of all user errors. Scripts and tests can rely on them. */
export type UserErrorCode =
  | 'invalid-option'
  | 'invalid-config'
  | 'invalid-baseline'
  | 'invalid-har'
  | 'invalid-snapshot'
  | 'invalid-scenario'
  | 'unknown-scenario'
  | 'invalid-path'
  | 'bad-arrangement'
  | 'invalid-input'
  | 'not-found'
  | 'too-large'
  | 'job-conflict'
  | 'scenario-conflict'
  | 'not-writable'
  | 'unreachable'
  | 'not-deckhand'
  | 'not-allowed'
  | 'no-command'
  | 'address-in-use'
  | 'address-not-available';

/** A position in a file. Line and column count from 1. */
export interface FilePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One error in an input. */
export interface InputIssue {
  /** A JSON pointer (RFC 6901) to the invalid value. */
  readonly pointer: string;
  /** The rest of a sentence that begins with the path of the value, such as `must be a time such as 2s`. */
  readonly detail: string;
  /** The position in the file, if the input is a file. */
  readonly position?: FilePosition;
}

/** An error that the user can correct. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: UserErrorCode;
  /** The message without the hint. */
  readonly summary: string;
  /** What the user can do about it. It is also in the message, because test runners print only that. */
  readonly hint: string | undefined;
  readonly position: FilePosition | undefined;
  /** All errors in an invalid input; empty for other user errors. */
  readonly issues: readonly InputIssue[];

  constructor(
    code: UserErrorCode,
    message: string,
    details: { hint?: string; position?: FilePosition; issues?: readonly InputIssue[]; cause?: unknown } = {},
  ) {
    super(
      details.hint ? `${message}\n  ${details.hint}` : message,
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.summary = message;
    this.hint = details.hint;
    this.position = details.position;
    this.issues = details.issues ?? [];
  }

  /** The error as a terminal shows it: `file:line:column: message`, and the hint on the next line. */
  format(): string {
    const where = this.position
      ? `${this.position.file}:${this.position.line}:${this.position.column}: `
      : '';
    return where + this.message;
  }
}
