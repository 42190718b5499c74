/**
 * The recording of a page. `start()` loads the player and reads the recording, because most pages play none. Until then, the page
 * has no jobs, and no request arrives.
 */
import type { ReplayAssignment } from '../../app/replay-workspaces.js';
import type { ReplayOption } from '../../app/replay-workspaces.js';
import type { Replay, ReplaySource } from '../../service/replay-source.js';

/** What is used of an assigned recording when the mock server is created, and how it is loaded. */
export interface LateReplay {
  readonly assigned: Pick<ReplayAssignment, 'keys' | 'source'>;
  /** @throws UserError if the recording cannot be read */
  readonly load: () => Promise<void>;
}

/** @param recording a parsed HAR file */
export function lazyReplay(recording: ReplayOption, keys: ReplayAssignment['keys'] = 'optional'): LateReplay {
  let source: ReplaySource | undefined;
  let open: ((loaded: ReplayAssignment) => ReplaySource) | undefined;
  return {
    assigned: {
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
      const [{ mapRecordedWorkspaces: assignReplay }, { loadRecording: readReplay }] = await Promise.all([
        import('../../app/replay-workspaces.js'),
        import('../../app/replay-workspaces.js'),
      ]);
      const loaded = assignReplay(readReplay(recording), keys);
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
    restore: (saved) => getReplay()?.restore(saved),
  };
}
