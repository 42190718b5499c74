/** A judged recording, as the worker sends it to the page: plain data without keys. */

export interface RecordedPart {
  readonly status: string;
  /** Milliseconds after the start of the job. */
  readonly from: number;
  readonly to: number;
}

export interface RecordedJobView {
  readonly id: string;
  /** Milliseconds from the first to the last call about the job. */
  readonly length: number;
  /** What the polls saw. A part begins with the first poll that saw its status. */
  readonly parts: readonly RecordedPart[];
  readonly polls: readonly { readonly at: number; readonly status: string | undefined }[];
  /** Why it cannot become a scenario; undefined if it can. */
  readonly reason: string | undefined;
}

export interface BrokenRule {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'fail' | 'warn';
  readonly messages: readonly string[];
}

export interface Recording {
  readonly name: string;
  readonly requests: number;
  readonly jobs: readonly RecordedJobView[];
  readonly broken: readonly BrokenRule[];
  /** The number of rules that hold. */
  readonly holds: number;
  /** The number of rules for which the recording has no evidence. */
  readonly notReached: number;
  /** Entries that could not be read. */
  readonly problems: readonly string[];
}

export interface MadeScenario {
  /** The scenario file as JSON. */
  readonly text: string;
  /** What the recording lacks or the scenario leaves out, in sentences. */
  readonly notes: readonly string[];
}

/** Bytes. Larger files are for `deckhand judge`, which reads files of any length. */
export const MAX_BYTES = 64 * 1024 * 1024;

export type ToWorker = { readonly file: File } | { readonly make: string };
export type FromWorker =
  | { readonly recording: Recording }
  | { readonly made: MadeScenario; readonly of: string }
  | { readonly error: string };
