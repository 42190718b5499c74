/** Assigns the workspaces of a recording to those of the mock server, with the keys that open them. */
import { UserError } from '../base/user-error.js';
import { readRecording, type Recording } from '../replay/recording.js';
import { replaySource } from '../replay/replay.js';
import { DEFAULT_WORKSPACE } from '../service/default-directory.js';
import type { ReplaySource } from '../service/replay.js';
import { counted } from '../base/text/counted.js';
import { readHarFile } from '../files/har-file.js';
import { fromHar, type HarReading } from '../journal/read-har.js';
import type { KeysOption } from './options/keys.js';

export interface AssignedReplay {
  readonly recording: Recording;
  /** The ids of the workspaces that play the recorded ones, in their order. */
  readonly workspaceIds: readonly string[];
  /** The keys of the workspaces that only the recording has, each with its workspace. */
  readonly newKeys: Readonly<Record<string, string>>;
  /** The keys of the mock server; `undefined` for its default. */
  readonly keys: KeysOption | undefined;
  readonly source: (isSandbox: (workspaceId: string) => boolean) => ReplaySource;
}

/** The first two recorded workspaces use those that each mock server has. */
const OWN_WORKSPACES = [DEFAULT_WORKSPACE, 'ws_other'];

const keyOf = (number: number): string => `deckhand-replay-key-${number}`;

/** @throws UserError if the options accept every key, so that no key opens the other workspaces */
export function assignReplay(recording: Recording, keys: KeysOption | undefined): AssignedReplay {
  const workspaceIds = recording.workspaces.map(
    (_, index) => OWN_WORKSPACES[index] ?? `ws_replay_${index + 1}`,
  );
  const more = workspaceIds.slice(OWN_WORKSPACES.length);
  const newKeys = Object.fromEntries(more.map((id, index) => [keyOf(index + OWN_WORKSPACES.length + 1), id]));
  if (workspaceIds.length > 1 && typeof keys === 'string')
    throw new UserError(
      'bad-option',
      `${recording.name} has ${workspaceIds.length} workspaces, which need keys of their own.`,
      { hint: 'Leave out the option that accepts every key.' },
    );
  const { keyCheck } = recording;
  return {
    recording,
    workspaceIds,
    newKeys,
    keys:
      typeof keys === 'string' || more.length > 0
        ? merged(keys, newKeys)
        : (keys ?? (keyCheck === 'known' ? undefined : keyCheck)),
    source: (isSandbox) => replaySource(recording, workspaceIds, isSandbox),
  };
}

function merged(keys: KeysOption | undefined, more: Readonly<Record<string, string>>): KeysOption {
  return typeof keys === 'string' ? keys : { ...more, ...keys };
}

/* Reads the option `replay`: the path of a recording (Node), or its content. */

/** The path of a `.har` file, its gzip file or Playwright's `.zip` file, or a parsed HAR file. */
export type ReplayOption = string | object;

const HINT =
  'Give a HAR file: from the network panel of a browser, from `deckhand record`, or from Playwright (.har or .zip).';

/** @throws UserError `bad-har` if the recording cannot be read, or has no request to the service */
export function readReplay(source: ReplayOption): Recording {
  if (typeof source === 'string') {
    const { har, attachments } = readHarFile(source);
    return recordingOf(fromHar(har, { attachments }), source, source.replace(/^.*[/\\]/, ''));
  }
  return recordingOf(fromHar(source), 'The option replay', 'the recording');
}

function recordingOf(reading: HarReading, where: string, name: string): Recording {
  const { entries, exchanges, problems, ended } = reading;
  const [first] = problems;
  if (entries === 0 && first !== undefined)
    throw new UserError('bad-har', `${where} is not a recording: ${first}.`, { hint: HINT });
  return readRecording(exchanges, name, [
    ...(first === undefined
      ? []
      : [`${counted(problems.length, 'entry', 'entries')} cannot be read (${first}).`]),
    ...(ended === false ? ['The recording did not end properly, so its last requests can be missing.'] : []),
  ]);
}
