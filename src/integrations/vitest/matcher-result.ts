/** What a matcher returns to Vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}
