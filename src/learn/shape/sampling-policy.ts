/** Decides which parts of a value the report can show as an example. */
export interface SamplingPolicy {
  /** Whether strings can be examples. False where customers write the strings. */
  readonly showsStrings: boolean;
  /** Removes secrets from a string. */
  readonly redact: (text: string) => string;
}
