/** What a compared judge is: a tool that tests one running service. */

export interface Target {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** Of another workspace. */
  readonly otherKey: string;
  /** Of a workspace without API access. */
  readonly disabledKey: string;
  /** An empty folder for the tool's files. */
  readonly folder: string;
}

export interface Judgement {
  /** `error`: the tool could not judge. */
  readonly outcome: 'accused' | 'passed' | 'error';
  /** The end of its output, to look at. */
  readonly output: string;
}

export interface PeerJudge {
  readonly name: string;
  /** What it was given, for the page. */
  readonly given: string;
  readonly judge: (target: Target) => Promise<Judgement>;
}

/** The verdict of tools whose exit code is 0 for a pass and `failed` for a finding. */
export function byExitCode(
  { code, output }: { code: number | undefined; output: string },
  failed = 1,
): Judgement {
  const outcome = code === 0 ? 'passed' : code === failed ? 'accused' : 'error';
  return { outcome, output: output.slice(-3_000) };
}

/** Prompts of the judged services, and their meaning. */
export const PROMPTS = {
  plain: 'Electric harbour taxis',
  questions: 'Electric harbour taxis, with two questions',
  failure: 'Electric harbour taxis that fail',
} as const;
