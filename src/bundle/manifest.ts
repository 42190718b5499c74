/** The first file of a bundle: what it is, where it comes from, and what was left out. */
export const FORMAT = 'deckhand-bundle';
export const VERSION = 1;

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  /** The version of Deckhand that wrote it. */
  readonly deckhand: string;
  /** A stand-in with its state, or a recording of any service. */
  readonly source: 'stand-in' | 'recording';
  /** When it was written, and the moment that it opens at (ISO 8601). */
  readonly written: string;
  readonly moment: string;
  /** The workspaces with a snapshot. */
  readonly workspaces: readonly string[];
  /** The job that it is about. */
  readonly job: { readonly workspace: string; readonly id: string } | null;
  /** Whether prompts, titles, questions and slides are as they were; otherwise they are placeholders. */
  readonly texts: boolean;
  /** What is missing or different, in sentences. */
  readonly notes: readonly string[];
}
