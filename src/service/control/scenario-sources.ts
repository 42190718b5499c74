/** Where scenarios stand written, as the verbs about their texts see it: what keeps files is an adapter's business. */

export interface SourceText {
  /** The file as messages name it. */
  readonly file: string;
  readonly text: string;
}

export interface ScenarioSources {
  /** The text that a scenario of this name is read from, as it stands there now; `undefined` when there is none. */
  read(name: string): SourceText | undefined;
  /** The folder that new scenarios are saved in, as messages name it; or why there is none. */
  folder(): { readonly saves_to: string } | { readonly reason: string };
  /** The file that saving writes, as messages name it; or why there is none, and what to do about it. */
  target(name: string): { readonly file: string } | { readonly reason: string };
  /**
   * Writes the whole text, or nothing.
   * @param over the text that it replaces; `undefined` when there is to be none yet
   * @throws UserError: `file-changed` when another text stands there, `not-writable` with the reason
   */
  write(name: string, text: string, over: string | undefined): void;
}
