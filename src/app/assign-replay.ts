/** Assigns the workspaces of a recording to those of the mock server, with the keys that open them. */
import { UserError } from '../base/user-error.js';
import type { Recording } from '../replay/recording.js';
import { replaySource } from '../replay/replay.js';
import { DEFAULT_WORKSPACE } from '../service/default-directory.js';
import type { ReplaySource } from '../service/replay.js';
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
