/** The help of the console verbs. Loaded when somebody asks for it. */
import type { Workspace } from '../../service/workspace.js';

type ConsoleMethod = Exclude<keyof Workspace, 'id' | 'clock' | 'exchange' | 'changesSince'>;

/** The parameters and the purpose of each verb. */
const METHOD_HELP: Readonly<Record<ConsoleMethod, readonly [parameters: string, what: string]>> = {
  use: ["'timeout-failure'", 'new jobs play this scenario; null for none'],
  scenarios: ['', 'lists the scenarios'],
  scenarioSource: ["'happy-path'", 'the text of a scenario'],
  jobs: ['', 'all jobs, the newest first'],
  start: ["{ prompt: 'A pitch' }", 'starts a job'],
  templates: ['', 'the templates of new jobs'],
  job: ['id', 'one job with its timeline'],
  reply: ["id, 'Investors'", 'replies to the question of a job'],
  ask: ["id, 'Which audience?'", 'the job asks'],
  fail: ["id, 'Out of tokens'", 'the job fails'],
  complete: ['id', 'the job completes'],
  stall: ['id', 'the job stalls'],
  arm: ["{ on: 'getGenerationStatus', answer: { status: 429 } }", 'activates a fault for the next response'],
  faults: ['', 'the active faults'],
  disarm: ['', 'removes all faults'],
  journal: ["{ status: '4xx' }", 'requests and responses'],
  har: ['', 'the journal as HAR'],
  conduct: ['', 'the client rules, with findings'],
  clearJournal: ['', 'deletes the traffic'],
  changes: ['', 'the state, then what changes: for await (const change of …)'],
  save: ['', 'the whole state as one document'],
  load: ['state', 'loads a saved state'],
  reset: ['', 'resets the workspace'],
  info: ['', 'plan, API switch, scenario, clock'],
  configure: ["{ plan: 'free' }", 'changes plan or API switch'],
  createKey: ['', 'a new API key'],
};

const CLOCK_AND_SERVER_HELP = [
  ["clock.advance('5m')", 'advances the clock; clock.now(), .next(), .pause(), .resume(), .setSpeed(60)'],
  ["workspace('sandbox-mine')", 'the same verbs of another workspace'],
  ['workspaces()', 'all workspaces'],
] as const;

export function helpText(id: string, name: string): string {
  const calls = Object.entries(METHOD_HELP).map(([verb, [parameters, what]]) => [
    `${verb}(${parameters})`,
    what,
  ]);
  const lines = [...calls, ...CLOCK_AND_SERVER_HELP].map(
    ([call, what]) => `${`  ${name}.${call}`.padEnd(40)}  ${what}`,
  );
  return [`Workspace ${id}. Await whatever you want to see the outcome of.`, ...lines].join('\n');
}
