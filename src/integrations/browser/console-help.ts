/** The help text of the console methods. Loaded on demand. */
import type { Workspace } from '../../service/workspace.js';

type ConsoleMethod = Exclude<keyof Workspace, 'id' | 'clock' | 'exchange' | 'changesSince'>;

/** The parameters and the purpose of each method. */
const METHOD_HELP: Readonly<Record<ConsoleMethod, readonly [parameters: string, what: string]>> = {
  useScenario: ["'timeout-failure'", 'new jobs use this scenario'],
  clearScenario: ['', 'new jobs use the default scenario'],
  scenarios: ['', 'lists the scenarios'],
  scenarioSource: ["'happy-path'", 'the text of a scenario'],
  jobs: ['', 'all jobs, the newest first'],
  startJob: ["{ prompt: 'A pitch' }", 'starts a job'],
  templates: ['', 'the templates of new jobs'],
  job: ['id', 'one job with its timeline'],
  replyToJob: ["id, 'Investors'", 'replies to the question of a job'],
  askQuestion: ["id, 'Which audience?'", 'the job asks a question'],
  failJob: ["id, 'Out of tokens'", 'the job fails'],
  completeJob: ['id', 'the job completes'],
  stallJob: ['id', 'the job stalls'],
  addFault: ["{ operation: 'getGenerationStatus', response: { status: 429 } }", 'changes the next response'],
  faults: ['', 'the active faults'],
  removeFault: ["'fault-1'", 'removes a fault'],
  clearFaults: ['', 'removes all faults'],
  journal: ["{ status: '4xx' }", 'requests and responses'],
  har: ['', 'the journal as HAR'],
  clientReport: ['', 'the client rules, with findings'],
  clearJournal: ['', 'deletes the traffic'],
  changes: ['', 'the state, then what changes: for await (const change of …)'],
  snapshot: ['', 'the workspace as one document'],
  restore: ['snapshot', 'replaces the workspace by a snapshot'],
  reset: ['', 'resets the workspace'],
  info: ['', 'plan, API switch, scenario, clock'],
  update: ["{ plan: 'free' }", 'changes plan or API switch'],
  createApiKey: ['', 'a new API key'],
};

const CLOCK_AND_SERVER_HELP = [
  ["clock.advance('5m')", 'advances the clock; clock.now(), .next(), .pause(), .resume(), .setSpeed(60)'],
  ["workspace('sandbox-mine')", 'another workspace'],
  ['workspaces()', 'all workspaces'],
] as const;

export function formatConsoleHelp(id: string, name: string): string {
  const calls = Object.entries(METHOD_HELP).map(([method, [parameters, what]]) => [
    `${method}(${parameters})`,
    what,
  ]);
  const lines = [...calls, ...CLOCK_AND_SERVER_HELP].map(
    ([call, what]) => `${`  ${name}.${call}`.padEnd(40)}  ${what}`,
  );
  return [`Workspace ${id}. Methods that return promises need \`await\`.`, ...lines].join('\n');
}
