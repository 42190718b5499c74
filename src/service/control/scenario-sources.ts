/** The files of scenarios, as the verb that shows their texts sees them. An adapter implements this interface. */

export interface SourceText {
  /** The path of the file in messages. */
  readonly file: string;
  readonly text: string;
}

export interface ScenarioSources {
  /** The current text of the scenario with this name; `undefined` when there is none. */
  read(name: string): SourceText | undefined;
}
