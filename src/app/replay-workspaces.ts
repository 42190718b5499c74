/** Maps recorded workspaces to workspaces and API keys of the mock server. */
import { UserError } from '../base/user-error.js';
import type { Recording } from '../replay/recording.js';
import { createReplaySource } from '../replay/workspace-replay.js';
import { DEFAULT_WORKSPACE } from '../service/default-registry.js';
import type { ReplaySource } from '../service/replay-source.js';
import type { KeysOption } from './options/keys.js';

export interface ReplayAssignment {
  readonly recording: Recording;
  /** The ids of the workspaces that replay the recorded ones, in their order. */
  readonly workspaceIds: readonly string[];
  /** The keys of additional workspaces, which exist only because of the recording. */
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
      `${recording.name} has ${workspaceIds.length} workspaces, and each needs its own keys.`,
      { hint: 'Omit the option that accepts every key; in a page, write apiKeys: {}.' },
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
