/**
 * The recording of a page. `start()` loads the player and reads the recording, because most pages play none. Until then, the page
 * has no jobs, and no request arrives.
 */
import type { AssignedReplay } from '../../app/assign-replay.js';
import type { ReplayOption } from '../../app/assign-replay.js';
import type { Replay, ReplaySource } from '../../service/replay.js';

/** What is used of an assigned recording when the mock server is created, and how it is loaded. */
export interface LateReplay {
  readonly assigned: Pick<AssignedReplay, 'keys' | 'source'>;
  /** @throws UserError if the recording cannot be read */
  readonly load: () => Promise<void>;
}

/** @param recording a parsed HAR file */
export function lateReplay(recording: ReplayOption, keys: AssignedReplay['keys'] = 'none'): LateReplay {
  let source: ReplaySource | undefined;
  let open: ((loaded: AssignedReplay) => ReplaySource) | undefined;
  return {
    assigned: {
      keys,
      source: (isSandbox) => {
        open = (loaded) => loaded.source(isSandbox);
        return {
          name: 'the recording',
          open: (id) => {
            let replay: Replay | undefined;
            return late(() => (replay ??= source?.open(id)));
          },
        };
      },
    },
    load: async () => {
      const [{ assignReplay }, { readReplay }] = await Promise.all([
        import('../../app/assign-replay.js'),
        import('../../app/assign-replay.js'),
      ]);
      const loaded = assignReplay(readReplay(recording), keys);
      source ??= open?.(loaded);
    },
  };
}

function late(opened: () => Replay | undefined): Replay {
  return {
    name: 'the recording',
    respond: (request) => opened()?.respond(request) ?? { beyond: 'the mock server was not started' },
    jobs: (now) => opened()?.jobs(now) ?? [],
    summary: () => opened()?.summary() ?? [],
    reset: () => opened()?.reset(),
    save: () => opened()?.save() ?? { recording: 'the recording', state: {} },
    restore: (saved) => opened()?.restore(saved),
  };
}
