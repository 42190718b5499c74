/** The help of the console verbs. Loaded when somebody asks for it. */
import type { WorkspaceHandle } from '../../app/workspace-handle.js';

export type ConsoleVerb = Exclude<keyof WorkspaceHandle, 'id' | 'clock'>;

/** The parameters and the purpose of each verb. */
const VERBS: Readonly<Record<ConsoleVerb, readonly [parameters: string, what: string]>> = {
  use: ["'timeout-failure'", 'new jobs play this scenario; null for none'],
  scenarios: ['', 'which there are'],
  scenarioSource: ["'happy-path'", 'the text of one'],
  checkScenario: ['text', 'what is wrong with a text, and where'],
  saveScenario: ["'mine', text, null", 'writes one to its file, where there are files'],
  jobs: ['', 'all jobs, the newest first'],
  start: ["{ prompt: 'A pitch' }", 'starts a job'],
  templates: ['', 'the templates of new jobs'],
  job: ['id', 'one job with its whole course'],
  reply: ["id, 'Investors'", 'answers the job’s question'],
  ask: ["id, 'Which audience?'", 'the job asks'],
  fail: ["id, 'Out of tokens'", 'the job fails'],
  complete: ['id', 'the job is done'],
  stall: ['id', 'the job gets no further'],
  arm: ["{ on: 'getGenerationStatus', answer: { status: 429 } }", 'the next answer goes wrong'],
  faults: ['', 'what is armed'],
  disarm: ['', 'nothing is armed any more'],
  journal: ["{ status: '4xx' }", 'what was asked and answered'],
  har: ['', 'the journal as HAR'],
  conduct: ['', 'how the client behaves, by the rules for clients'],
  clearJournal: ['', 'forgets the journal'],
  events: ['', 'what happens from now on: for await (const event of …)'],
  snapshot: ['', 'the whole state as one document'],
  restore: ['snapshot', 'puts one back'],
  reset: ['', 'begins anew'],
  info: ['', 'plan, API switch, scenario, clock'],
  configure: ["{ plan: 'free' }", 'changes plan or API switch'],
  createKey: ['', 'a new API key'],
};

const OTHERS = [
  ["clock.advance('5m')", 'puts the clock forward; clock.now(), .next(), .pause(), .resume(), .setSpeed(60)'],
  ["workspace('sandbox-mine')", 'the same verbs of another workspace'],
  ['workspaces()', 'all workspaces'],
] as const;

export function helpText(id: string, name: string): string {
  const calls = Object.entries(VERBS).map(([verb, [parameters, what]]) => [`${verb}(${parameters})`, what]);
  const lines = [...calls, ...OTHERS].map(([call, what]) => `${`  ${name}.${call}`.padEnd(40)}  ${what}`);
  return [`Workspace ${id}. Await whatever you want to see the outcome of.`, ...lines].join('\n');
}
