/**
 * The recording of a page. `start()` loads the player and reads the recording, because most pages have none; until then, the page has
 * no jobs.
 */
import type { ReplayOption } from '../../app/options/replay.js';
import type { LazyReplayAssignment } from '../../app/deckhand-core.js';
import type { ReplayAssignment } from '../../app/replay-workspaces.js';
import type { Replay, ReplaySource } from '../../service/replay-source.js';

export interface LazyReplay {
  /** The part that the mock server needs when it is created. */
  readonly assignment: LazyReplayAssignment;
  /** @throws UserError if the recording cannot be read */
  readonly load: () => Promise<void>;
}

/** @param recording a parsed HAR file */
export function createLazyReplay(
  recording: ReplayOption,
  keys: ReplayAssignment['keys'] = 'optional',
): LazyReplay {
  let source: ReplaySource | undefined;
  let open: ((loaded: ReplayAssignment) => ReplaySource) | undefined;
  return {
    assignment: {
      keys,
      source: (isSandbox) => {
        open = (loaded) => loaded.source(isSandbox);
        return {
          name: 'the recording',
          open: (id) => {
            let replay: Replay | undefined;
            return deferReplay(() => (replay ??= source?.open(id)));
          },
        };
      },
    },
    load: async () => {
      const [{ mapRecordedWorkspaces }, { loadRecording }] = await Promise.all([
        import('../../app/replay-workspaces.js'),
        import('../../app/options/replay.js'),
      ]);
      const loaded = mapRecordedWorkspaces(loadRecording(recording), keys);
      source ??= open?.(loaded);
    },
  };
}

function deferReplay(getReplay: () => Replay | undefined): Replay {
  return {
    name: 'the recording',
    respond: (request) => getReplay()?.respond(request) ?? { reason: 'the mock server was not started' },
    jobs: (now) => getReplay()?.jobs(now) ?? [],
    summary: () => getReplay()?.summary() ?? [],
    reset: () => getReplay()?.reset(),
    snapshot: () => getReplay()?.snapshot() ?? { recording: 'the recording', state: {} },
    restore: (snapshot) => getReplay()?.restore(snapshot),
  };
}
