/** The sources of scenarios, as the verbs about their texts see them. An adapter implements this interface with files. */

export interface SourceText {
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export interface ScenarioSources {
  /** The current text of the scenario with this name; `undefined` when there is none. */
  read(name: string): SourceText | undefined;
  /** The folder for new scenarios, as messages name it; or why there is none. */
  folder(): { readonly saves_to: string } | { readonly reason: string };
  /** The file that a save writes, as messages name it; or why no file can be written, and what to do about it. */
  target(name: string): { readonly file: string } | { readonly reason: string };
  /**
   * Writes the whole text, or nothing.
   * @param over the text that it replaces; `undefined` for a new file
   * @throws UserError: `file-changed` when the file has another text, `not-writable` with the reason
   */
  write(name: string, text: string, over: string | undefined): void;
}
