/** The option `--replay` of `serve`: reads a replay file, and assigns its workspaces to those of the stand-in. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULT_WORKSPACE } from '../app/deckhand.js';
import type { KeysOption } from '../app/options/keys.js';
import { UserError } from '../base/user-error.js';
import { whyUnread } from '../files/file-trouble.js';
import { shown } from '../files/scenario-files.js';
import { parseReplay, type PlayableReplay, type ReplayedWorkspace } from '../scenario/replay-file.js';
import type { Timeline } from '../scenario/timeline.js';

export interface LoadedReplay {
  readonly file: string;
  readonly title: string;
  /** The replays of the workspaces, by their ids. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly recordings: ReadonlyMap<string, ReplayedWorkspace>;
  /** The keys of the workspaces that only the replay has. */
  readonly keys: Readonly<Record<string, string>>;
}

const keyOf = (number: number): string => `deckhand-replay-key-${number}`;

/** The first two workspaces of a replay use the workspaces that each stand-in has. */
const OWN_WORKSPACES = [DEFAULT_WORKSPACE, 'ws_other'] as const;

/**
 * @param newKey creates the key of the nth workspace
 * @throws UserError when the file cannot be read, or is not a replay file
 */
export function loadReplay(file: string, newKey = keyOf): LoadedReplay {
  return assigned(parseReplay({ file: shown(file), text: textOf(file) }), basename(file), newKey);
}

/**
 * Assigns the workspaces of a replay to those of a stand-in.
 * @param file the name of its file
 */
export function assigned(
  { title, workspaces }: PlayableReplay,
  file: string,
  newKey: (number: number) => string = keyOf,
): LoadedReplay {
  const named = workspaces.map(
    (workspace, index) => [OWN_WORKSPACES[index] ?? `ws_replay_${index + 1}`, workspace] as const,
  );
  const more = named.slice(OWN_WORKSPACES.length);
  return {
    file,
    title,
    timelines: new Map(named.map(([id, { timeline }]) => [id, timeline])),
    recordings: new Map(named),
    keys: Object.fromEntries(more.map(([id], index) => [newKey(index + OWN_WORKSPACES.length + 1), id])),
  };
}

/**
 * The keys of the options, and those of the replay.
 * @throws UserError when the options accept every key, so that no key opens the other workspaces
 */
export function withReplayKeys(
  keys: KeysOption | undefined,
  { keys: more }: LoadedReplay,
): KeysOption | undefined {
  if (Object.keys(more).length === 0) return keys;
  if (keys === 'any' || keys === 'none')
    throw new UserError(
      'bad-option',
      'The replay has more than two workspaces, which need keys of their own.',
      {
        hint: 'Leave out --any-key and --no-key.',
      },
    );
  return { ...more, ...keys };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError('bad-option', `Cannot read ${shown(file)}.`, { hint: whyUnread(cause), cause });
  }
}
