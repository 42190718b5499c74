/** Makes the replay scenario of a whole workspace, and proves it. */
import type { Anonymiser } from '../replay/anonymiser.js';
import type { PlayedCall } from '../replay/compare.js';
import type { RecordedWorkspace } from '../replay/recorded-workspaces.js';
import { replayWorkspace } from '../replay/replay-workspace.js';
import { prove, type ReplayCheck } from './prove.js';
import { CallPlayer } from './replay-calls.js';

export function checkedWorkspace(workspace: RecordedWorkspace, names: Anonymiser): Promise<ReplayCheck> {
  return prove(
    (measures) => replayWorkspace(workspace, names, measures),
    async (timeline) => {
      const player = new CallPlayer(timeline, workspace.keys);
      return { calls: await playWorkspace(workspace, player), ids: player.ids };
    },
    names,
  );
}

/** Plays all calls of a workspace, in the order of time. */
export async function playWorkspace(
  { calls }: RecordedWorkspace,
  player: CallPlayer,
): Promise<readonly PlayedCall[]> {
  const played: PlayedCall[] = [];
  for (const { call, job } of calls) played.push({ call, job, exchange: await player.play(call, job) });
  return played;
}
