/**
 * Replay files: a whole recording as one scenario for each of its workspaces, and what the recording contains, so that requests
 * that it does not contain can be named.
 */
import { fieldOf, isObject } from '../base/json.js';
import { UserError } from '../base/user-error.js';
import type { Scenario } from '../generated/control-api.js';
import type { OperationId } from '../generated/routes.js';
import { checkScenario } from './check.js';
import type { Mistake } from './mistake.js';
import type { Timeline } from './timeline.js';
import { readYaml, type YamlSource } from './yaml-text.js';

export const REPLAY_FORMAT = 'deckhand-replay';
export const REPLAY_VERSION = 1;

export interface ReplayFile {
  readonly format: typeof REPLAY_FORMAT;
  readonly version: typeof REPLAY_VERSION;
  readonly title: string;
  readonly workspaces: readonly ReplayedWorkspace[];
}

export interface ReplayedWorkspace {
  /** The number of recorded requests of each operation. */
  readonly requests: Readonly<Partial<Record<OperationId, number>>>;
  /** In the order of their starts. */
  readonly jobs: readonly ReplayedJob[];
  readonly scenario: Scenario;
}

export interface ReplayedJob {
  readonly messages: number;
  /** Milliseconds from the start to the last recorded request. */
  readonly until: number;
  /** Whether the recording shows the end of the job. */
  readonly ended: boolean;
}

/** A workspace whose scenario is compiled. */
export type PlayableWorkspace = ReplayedWorkspace & { readonly timeline: Timeline };

export interface PlayableReplay {
  readonly title: string;
  readonly workspaces: readonly PlayableWorkspace[];
}

/** @throws UserError (`bad-scenario`) with the place of the first mistake */
export function parseReplay(source: YamlSource): PlayableReplay {
  const read = readYaml(source);
  if ('error' in read) throw read.error;
  const { value, errorAt } = read;
  if (fieldOf(value, 'format') !== REPLAY_FORMAT)
    throw new UserError('bad-scenario', `${source.file} is not a replay file.`, {
      hint:
        isObject(value) && 'steps' in value
          ? 'It is a scenario. Play it with --scenarios FOLDER --scenario NAME.'
          : 'Make one from a recording: deckhand scenario from-har staging.har --replay staging.replay.yaml',
    });
  const version = fieldOf(value, 'version');
  if (version !== REPLAY_VERSION)
    throw new UserError(
      'bad-scenario',
      `${source.file} has the version ${JSON.stringify(version)}; this Deckhand reads version ${REPLAY_VERSION}.`,
      { hint: 'Make it again from the recording, with this version of Deckhand.' },
    );
  const checked = workspacesOf(fieldOf(value, 'workspaces'));
  if ('mistakes' in checked) {
    const [first = { pointer: '', expected: 'is not a replay' }] = checked.mistakes;
    throw errorAt(first);
  }
  const title = fieldOf(value, 'title');
  return { title: typeof title === 'string' ? title : 'Replay', workspaces: checked.workspaces };
}

function workspacesOf(
  value: unknown,
): { readonly workspaces: readonly PlayableWorkspace[] } | { readonly mistakes: readonly Mistake[] } {
  if (!Array.isArray(value) || value.length === 0)
    return { mistakes: [{ pointer: '/workspaces', expected: 'must be a list with a workspace' }] };
  const workspaces: PlayableWorkspace[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries()) {
    const pointer = `/workspaces/${index}`;
    const [requests, jobs] = [fieldOf(entry, 'requests'), fieldOf(entry, 'jobs')];
    const checked = checkScenario(`replay-${index + 1}`, fieldOf(entry, 'scenario'));
    if ('mistakes' in checked)
      return {
        mistakes: checked.mistakes.map((mistake) => ({
          ...mistake,
          pointer: `${pointer}/scenario${mistake.pointer}`,
        })),
      };
    if (!isObject(requests))
      return { mistakes: [{ pointer: `${pointer}/requests`, expected: 'must be a map' }] };
    if (!isJobList(jobs))
      return {
        mistakes: [{ pointer: `${pointer}/jobs`, expected: 'must be a list of { messages, until, ended }' }],
      };
    workspaces.push({ requests, jobs, scenario: checked.document, timeline: checked.timeline });
  }
  return { workspaces };
}

function isJobList(value: unknown): value is readonly ReplayedJob[] {
  return (
    Array.isArray(value) &&
    value.every(
      (job) =>
        Number.isInteger(fieldOf(job, 'messages')) &&
        Number.isInteger(fieldOf(job, 'until')) &&
        typeof fieldOf(job, 'ended') === 'boolean',
    )
  );
}
