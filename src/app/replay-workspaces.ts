/** Maps recorded workspaces to workspaces and API keys of the mock server. */
import { UserError } from '../base/user-error.js';
import { buildRecording, type Recording } from '../replay/recording.js';
import { createReplaySource } from '../replay/workspace-replay.js';
import { DEFAULT_WORKSPACE } from '../service/default-registry.js';
import type { ReplaySource } from '../service/replay-source.js';
import { pluralize } from '../base/text/pluralize.js';
import { readHarFile } from '../files/har-file.js';
import { fromHar, type HarImport } from '../journal/read-har.js';
import type { KeysOption } from './options/keys.js';

export interface ReplayAssignment {
  readonly recording: Recording;
  /** The ids of the workspaces that play the recorded ones, in their order. */
  readonly workspaceIds: readonly string[];
  /** The keys of the workspaces that only the recording has, each with its workspace. */
  readonly newKeys: Readonly<Record<string, string>>;
  /** The keys of the mock server; `undefined` for its default. */
  readonly keys: KeysOption | undefined;
  readonly source: (isSandbox: (workspaceId: string) => boolean) => ReplaySource;
}

/** The first two recorded workspaces map to the default workspaces. */
const DEFAULT_WORKSPACE_IDS = [DEFAULT_WORKSPACE, 'ws_other'];

const replayKey = (number: number): string => `deckhand-replay-key-${number}`;

/** @throws UserError if the options accept every key, so that no key opens the other workspaces */
export function mapRecordedWorkspaces(recording: Recording, keys: KeysOption | undefined): ReplayAssignment {
  const workspaceIds = recording.workspaces.map(
    (_, index) => DEFAULT_WORKSPACE_IDS[index] ?? `ws_replay_${index + 1}`,
  );
  const more = workspaceIds.slice(DEFAULT_WORKSPACE_IDS.length);
  const newKeys = Object.fromEntries(
    more.map((id, index) => [replayKey(index + DEFAULT_WORKSPACE_IDS.length + 1), id]),
  );
  if (workspaceIds.length > 1 && typeof keys === 'string')
    throw new UserError(
      'invalid-option',
      `${recording.name} has ${workspaceIds.length} workspaces, which need keys of their own.`,
      { hint: 'Leave out the option that accepts every key.' },
    );
  const { keyPolicy } = recording;
  return {
    recording,
    workspaceIds,
    newKeys,
    keys:
      typeof keys === 'string' || more.length > 0
        ? mergeKeys(keys, newKeys)
        : (keys ?? (keyPolicy === 'known' ? undefined : keyPolicy)),
    source: (isSandbox) => createReplaySource(recording, workspaceIds, isSandbox),
  };
}

function mergeKeys(keys: KeysOption | undefined, more: Readonly<Record<string, string>>): KeysOption {
  return typeof keys === 'string' ? keys : { ...more, ...keys };
}

/* Reads the option `replay`: the path of a recording (Node), or its content. */

/** The path of a `.har` file, its gzip file or Playwright's `.zip` file, or a parsed HAR file. */
export type ReplayOption = string | object;

const HINT =
  'Give a HAR file: from the network panel of a browser, from `deckhand record`, or from Playwright (.har or .zip).';

/** @throws UserError `invalid-har` if the recording cannot be read, or has no request to the service */
export function loadRecording(source: ReplayOption): Recording {
  if (typeof source === 'string') {
    const { har, readAttachment } = readHarFile(source);
    return parseRecording(
      fromHar(har, { attachments: readAttachment }),
      source,
      source.replace(/^.*[/\\]/, ''),
    );
  }
  return parseRecording(fromHar(source), 'The option replay', 'the recording');
}

function parseRecording(reading: HarImport, where: string, name: string): Recording {
  const { entries, exchanges, warnings, isComplete } = reading;
  const [first] = warnings;
  if (entries === 0 && first !== undefined)
    throw new UserError('invalid-har', `${where} is not a recording: ${first}.`, { hint: HINT });
  return buildRecording(exchanges, name, [
    ...(first === undefined
      ? []
      : [`${pluralize(warnings.length, 'entry', 'entries')} cannot be read (${first}).`]),
    ...(isComplete === false
      ? ['The recording did not end properly, so its last requests can be missing.']
      : []),
  ]);
}
