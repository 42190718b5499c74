/** How values are looked at: what of them may be kept as an example. Knows no shapes. */
export interface Look {
  /** Whether texts may be shown as examples: not where customers' words stand. */
  readonly texts: boolean;
  /** Takes a secret out of a text. */
  readonly redact: (text: string) => string;
}
