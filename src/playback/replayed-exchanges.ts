/** Plays a replay file to the requests of a recording. */
import type { Exchange } from '../journal/exchange.js';
import { recordedWorkspaces } from '../replay/recorded-workspaces.js';
import type { Timeline } from '../scenario/timeline.js';
import { CallPlayer } from './replay-calls.js';
import { playWorkspace } from './workspace-check.js';

/**
 * @param timelines of the workspaces, in the order of the recording
 * @returns the exchanges of all workspaces that the replay has
 */
export async function replayedExchanges(
  timelines: readonly Timeline[],
  recorded: readonly Exchange[],
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const [index, workspace] of recordedWorkspaces(recorded).workspaces.entries()) {
    const timeline = timelines[index];
    if (!timeline) break;
    const played = await playWorkspace(workspace, new CallPlayer(timeline, workspace.keys, index + 1));
    exchanges.push(...played.map(({ exchange }) => exchange));
  }
  return exchanges;
}
