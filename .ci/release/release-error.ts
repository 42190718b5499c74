/** What stops a release and can be corrected. It is printed without a stack trace. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
