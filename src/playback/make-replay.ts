/** Makes the replay file of a whole recording, and proves it. */
import type { Exchange } from '../journal/exchange.js';
import type { Anonymiser } from '../replay/anonymiser.js';
import { counted } from '../base/counted.js';
import { fieldOf } from '../base/json.js';
import { lifecycle } from '../generated/lifecycle.js';
import type { Difference } from '../replay/compare.js';
import type { Pairs } from '../replay/compare-values.js';
import type { RecordedJob } from '../replay/recorded-jobs.js';
import { recordedWorkspaces, type RecordedWorkspace } from '../replay/recorded-workspaces.js';
import {
  REPLAY_FORMAT,
  REPLAY_VERSION,
  type ReplayedJob,
  type ReplayedWorkspace,
  type ReplayFile,
} from '../scenario/replay-file.js';
import { writeReplay } from '../scenario/write.js';
import { checkedWorkspace } from './workspace-check.js';

export interface MadeReplay {
  readonly file: ReplayFile;
  /** The text of the file. */
  readonly text: string;
  /** The recording of each workspace. */
  readonly recorded: readonly RecordedWorkspace[];
  readonly differences: readonly Difference[];
  /** What was mapped, for each workspace. */
  readonly pairs: readonly Pairs[];
  readonly notes: readonly string[];
  /** Why a workspace cannot be replayed. */
  readonly mistakes: readonly string[];
}

export async function makeReplay(exchanges: readonly Exchange[], names: Anonymiser): Promise<MadeReplay> {
  const { workspaces, leftOut } = recordedWorkspaces(exchanges);
  const comments = new Map<string, string>();
  const made: { readonly replayed: ReplayedWorkspace; readonly recorded: RecordedWorkspace }[] = [];
  const differences: Difference[] = leftOut.map((text) => ({ kind: 'left-out', call: undefined, text }));
  const pairs: Pairs[] = [];
  const notes: string[] = [];
  const mistakes: string[] = [];
  const isOne = workspaces.length === 1;
  for (const [index, recorded] of workspaces.entries()) {
    const check = await checkedWorkspace(recorded, names);
    const before = isOne ? '' : `Workspace ${index + 1}: `;
    if (check.mistakes.length > 0) {
      mistakes.push(`${before}${check.mistakes.join('; ')}`);
      continue;
    }
    for (const [pointer, comment] of check.comments)
      comments.set(`/workspaces/${made.length}/scenario${pointer}`, comment);
    differences.push(...check.differences.map((each) => ({ ...each, text: before + each.text })));
    notes.push(...check.notes.map((note) => before + note));
    pairs.push(check.pairs);
    made.push({ replayed: replayed(recorded, check.scenario), recorded });
  }
  const jobs = made.reduce((sum, { replayed: { jobs: all } }) => sum + all.length, 0);
  const requests = made.reduce((sum, { recorded: { calls } }) => sum + calls.length, 0);
  const file: ReplayFile = {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    title: `Replay of ${counted(jobs, 'job')} and ${counted(requests, 'request')}`,
    workspaces: made.map((each) => each.replayed),
  };
  return {
    file,
    text: writeReplay(file, comments),
    recorded: made.map((each) => each.recorded),
    differences,
    pairs,
    notes,
    mistakes,
  };
}

function replayed(
  { calls, jobs }: RecordedWorkspace,
  scenario: ReplayedWorkspace['scenario'],
): ReplayedWorkspace {
  const requests: Record<string, number> = {};
  for (const { call } of calls) requests[call.operation] = (requests[call.operation] ?? 0) + 1;
  return { requests, jobs: jobs.map(jobOf), scenario };
}

function jobOf({ calls }: RecordedJob): ReplayedJob {
  return {
    messages: calls.filter(({ operation }) => operation === 'sendGenerationMessage').length,
    until: Math.max(0, ...calls.map(({ after }) => after)),
    ended: calls.some(({ response }) => response.kind === 'json' && isEnd(fieldOf(response.value, 'status'))),
  };
}

function isEnd(status: unknown): boolean {
  return Object.entries(lifecycle.states).some(([name, { terminal }]) => terminal && name === status);
}
