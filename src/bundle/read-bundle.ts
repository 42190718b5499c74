/** Reads a `.deckhand.zip` file. Nothing in it is trusted: sizes, names and contents are checked. */
import { strFromU8, unzipSync } from 'fflate';
import { fieldOf, isObject } from '../base/json.js';
import { UserError } from '../base/user-error.js';
import type { Snapshot } from '../generated/control-api.js';
import { FORMAT, VERSION, type Manifest } from './manifest.js';
import { NAMES } from './write-bundle.js';

export interface Bundle {
  readonly manifest: Manifest;
  /** Unchecked: `restoreSnapshot` checks them. */
  readonly snapshots: readonly Partial<Snapshot>[];
  /** The text of the replay file; undefined when the recording has nothing to replay. */
  readonly replay: string | undefined;
  readonly note: string;
}

/** Bytes after decompression. A snapshot has at most 32 MB. */
const MAX_BYTES = 268_435_456;

/**
 * @param name the name of the file, for messages
 * @throws UserError when it is not a bundle, is damaged or too large, or has another version
 */
export function readBundle(bytes: Uint8Array, name: string): Bundle {
  const files = unzipped(bytes, name);
  const text = (file: string): string | undefined =>
    Object.hasOwn(files, file) ? strFromU8(files[file] as Uint8Array) : undefined;
  const manifest = manifestOf(text(NAMES.manifest), name);
  const snapshots = Object.keys(files)
    .filter((file) => file.startsWith(NAMES.snapshots) && file.endsWith('.json'))
    .sort()
    .map((file) => jsonOf(text(file) ?? '', `${name}: ${file}`) as Partial<Snapshot>);
  const replay = text(NAMES.replay);
  if (snapshots.length === 0 && replay === undefined)
    throw wrong(name, 'It has neither a snapshot nor a replay file.');
  return { manifest, snapshots, replay, note: text(NAMES.note) ?? '' };
}

function unzipped(bytes: Uint8Array, name: string): Record<string, Uint8Array> {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ name: file, originalSize }) {
        // The recording and the report are for people and other tools.
        const isRead = [NAMES.manifest, NAMES.note, NAMES.replay].some((known) => known === file);
        if (!isRead && !file.startsWith(NAMES.snapshots)) return false;
        size += originalSize;
        if (size > MAX_BYTES) throw new Error('It has more than 256 MB of content.');
        return true;
      },
    });
  } catch (cause) {
    throw wrong(name, cause instanceof Error ? cause.message : String(cause));
  }
}

function manifestOf(text: string | undefined, name: string): Manifest {
  if (text === undefined) throw wrong(name, `It has no ${NAMES.manifest}.`);
  const value = jsonOf(text, `${name}: ${NAMES.manifest}`);
  if (fieldOf(value, 'format') !== FORMAT) throw wrong(name, `Its ${NAMES.manifest} has another format.`);
  const version = fieldOf(value, 'version');
  if (version !== VERSION)
    throw new UserError(
      'bad-input',
      `${name} has the version ${String(version)}; this Deckhand reads version ${VERSION}.`,
      { hint: 'Open it with the version of Deckhand that wrote it.' },
    );
  const { job, moment, source, notes } = value as Record<string, unknown>;
  const isJob = job === null || (isText(fieldOf(job, 'workspace')) && isText(fieldOf(job, 'id')));
  const isValid = isJob && isText(moment) && !Number.isNaN(Date.parse(moment)) && isText(source);
  if (!isValid || !Array.isArray(notes)) throw wrong(name, `Its ${NAMES.manifest} is damaged.`);
  return value as unknown as Manifest;
}

function jsonOf(text: string, name: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw wrong(name, 'It is not a JSON object.');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function wrong(name: string, hint: string): UserError {
  return new UserError('bad-input', `${name} is not a bundle, or is damaged.`, { hint });
}
