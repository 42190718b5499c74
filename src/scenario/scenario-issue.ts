/** A mistake in a scenario document. */
export interface ScenarioIssue {
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The rest of a sentence that begins with the location, such as `must be a time such as 2s`. */
  readonly detail: string;
}
