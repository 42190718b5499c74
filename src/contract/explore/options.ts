/** What a check is asked to do, and what is assumed where nothing is said. */

export interface ExploreOptions {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A key of another workspace: reaches the rules on workspaces. */
  readonly otherApiKey?: string;
  /** Default 20; 0 for no pacing. */
  readonly requestsPerMinute?: number;
  /** Ms between two polls of a job, at least. Default 3000. */
  readonly pollInterval?: number;
  /** Ms that a job may take. Default ten minutes. */
  readonly jobTimeout?: number;
  /** A hard ceiling. Default 4. */
  readonly maxJobs?: number;
  /** Start no job and change nothing. */
  readonly readOnly?: boolean;
  readonly templateId?: string;
  readonly prompt?: string;
  /** A prompt that makes the target ask a question. */
  readonly questionPrompt?: string;
  /** A prompt that makes a job fail. */
  readonly failurePrompt?: string;
  /** The body of a reply; `{{message}}` in its texts stands for the reply's words. */
  readonly replyBody?: unknown;
  /** The body that creates a presentation; `{{title}}` and `{{template_id}}` in its texts are filled in. */
  readonly createBody?: unknown;
  /** Exceed the rate on purpose, last of all. */
  readonly probeRateLimit?: boolean;
}

export type Settings = Required<
  Omit<
    ExploreOptions,
    'otherApiKey' | 'templateId' | 'questionPrompt' | 'failurePrompt' | 'replyBody' | 'createBody'
  >
> &
  Pick<
    ExploreOptions,
    'otherApiKey' | 'templateId' | 'questionPrompt' | 'failurePrompt' | 'replyBody' | 'createBody'
  >;

export const defaults = {
  requestsPerMinute: 20,
  pollInterval: 3_000,
  jobTimeout: 600_000,
  maxJobs: 4,
  readOnly: false,
  prompt: 'A short deck of three slides on electric harbour taxis (a contract check, nobody will read it)',
  probeRateLimit: false,
} as const;

export function settingsOf(options: ExploreOptions): Settings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...defaults,
    ...(given as unknown as ExploreOptions),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
  };
}
