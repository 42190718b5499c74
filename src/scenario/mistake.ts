/** Something wrong with a scenario document. */
export interface Mistake {
  /** Where in the document (RFC 6901). */
  readonly pointer: string;
  /** What was expected there, as the rest of a sentence that begins with the place. */
  readonly expected: string;
}
