/** Writes the parts of a bundle as one `.deckhand.zip` file. */
import { strToU8, zipSync, type Zippable } from 'fflate';
import type { Snapshot } from '../generated/control-api.js';
import type { Har } from '../journal/har.js';
import type { Manifest } from './manifest.js';

export interface BundleParts {
  readonly manifest: Manifest;
  readonly recording: Har;
  readonly snapshots: readonly Snapshot[];
  /** The replay file; undefined when the recording has nothing to replay. */
  readonly replay: string | undefined;
  /** The report of the judge, as JSON and as text. */
  readonly report: { readonly json: string; readonly text: string };
  /** The note of its author. */
  readonly note: string;
}

/** The names of the files in a bundle. */
export const NAMES = {
  manifest: 'bundle.json',
  recording: 'recording.har',
  replay: 'replay.yaml',
  report: 'report.json',
  reportText: 'report.txt',
  note: 'note.md',
  snapshots: 'snapshots/',
} as const;

/** An instant that every reader accepts. The manifest has the real one. */
const MODIFIED = '2026-01-01T00:00:00Z';

export function writeBundle(parts: BundleParts): Uint8Array<ArrayBuffer> {
  const { manifest, recording, snapshots, replay, report, note } = parts;
  const files: Zippable = {
    [NAMES.manifest]: jsonFile(manifest),
    [NAMES.note]: strToU8(note),
    [NAMES.recording]: jsonFile(recording),
    [NAMES.report]: strToU8(report.json),
    [NAMES.reportText]: strToU8(report.text),
    ...(replay !== undefined && { [NAMES.replay]: strToU8(replay) }),
  };
  for (const snapshot of snapshots)
    files[`${NAMES.snapshots}${encodeURIComponent(snapshot.workspace.id)}.json`] = jsonFile(snapshot);
  return zipSync(files, { mtime: MODIFIED });
}

function jsonFile(value: unknown): Uint8Array {
  return strToU8(`${JSON.stringify(value, undefined, 1)}\n`);
}
