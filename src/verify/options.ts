/** The options of a run, and their defaults. */
import type { HeaderPairs } from '../journal/exchange.js';
import { DEFAULT_CONSISTENCY_WINDOW_MS } from '../judge/model/trace.js';

export interface VerifyOptions {
  /** Ends in /api/v1. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A key of another workspace, for the rules about workspaces. */
  readonly otherApiKey?: string;
  /** A key of a workspace without API access, which every operation must reject. */
  readonly apiKeyWithoutAccess?: string;
  /** Default: 20. 0 means no limit. */
  readonly requestsPerMinute?: number;
  /** The shortest interval between two polls of a job, in ms. Default: 3000, and 150 without a request rate. */
  readonly pollInterval?: number;
  /** How long to wait for the end of a job, in ms. Default: ten minutes. */
  readonly jobTimeout?: number;
  /** Consistency window: how long a stale value may be returned after a change, in ms. Default: 2000. */
  readonly consistencyWindow?: number;
  /** The longest duration of the whole run, in ms. Default: by the number of planned requests, and `jobTimeout`. */
  readonly timeLimit?: number;
  /** A hard limit on the number of started jobs. Default: 7. */
  readonly maxJobs?: number;
  /** Runs one job in under a minute; covers fewer topics. */
  readonly smoke?: boolean;
  /** A presentation to fetch, for a run that is read-only. */
  readonly presentationId?: string;
  /** A job to poll, for a run that is read-only. */
  readonly generationId?: string;
  /** Sends only requests that start no job and change nothing. */
  readonly readOnly?: boolean;
  readonly templateId?: string;
  readonly prompt?: string;
  /** A prompt that makes a job ask a question. */
  readonly questionPrompt?: string;
  /** A prompt that makes a job fail. */
  readonly failurePrompt?: string;
  /** The body of a reply. `{{message}}` in its strings is replaced by the text of the reply. */
  readonly replyBody?: unknown;
  /** The body that creates a presentation. `{{title}}` and `{{template_id}}` in its strings are replaced. */
  readonly createBody?: unknown;
  /** The body that starts a job. `{{prompt}}` and `{{template_id}}` in its strings are replaced. */
  readonly startBody?: unknown;
  /** Exceeds the rate limit on purpose, at the end of the run. */
  readonly probeRateLimit?: boolean;
  /**
   * Headers that a gateway in front of the service needs. Sent with every request. Their values are secrets. With
   * `Authorization` among them, the key is sent in `x-api-key` only.
   */
  readonly headers?: HeaderPairs;
}

/** Options without a default. */
type Optional =
  | 'otherApiKey'
  | 'apiKeyWithoutAccess'
  | 'templateId'
  | 'presentationId'
  | 'generationId'
  | 'questionPrompt'
  | 'failurePrompt'
  | 'replyBody'
  | 'createBody'
  | 'startBody'
  | 'timeLimit';

export type ResolvedVerifyOptions = Required<Omit<VerifyOptions, Optional>> & Pick<VerifyOptions, Optional>;

export const DEFAULT_VERIFY_OPTIONS = {
  requestsPerMinute: 20,
  jobTimeout: 600_000,
  consistencyWindow: DEFAULT_CONSISTENCY_WINDOW_MS,
  maxJobs: 7,
  smoke: false,
  readOnly: false,
  // Quotes and letters beyond ASCII reveal wrong encodings.
  prompt:
    'A short deck of three slides on "electric" harbour taxis – Häfen 港 \u{1F6A2} (created by a contract check)',
  probeRateLimit: false,
  headers: [],
} as const;

/** Ms between two polls, by the request rate: 0 for none. */
export const getDefaultPollInterval = (requestsPerMinute: number): number =>
  requestsPerMinute === 0 ? 150 : 3_000;

export function resolveVerifyOptions(options: VerifyOptions): ResolvedVerifyOptions {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    ...DEFAULT_VERIFY_OPTIONS,
    pollInterval: getDefaultPollInterval(
      options.requestsPerMinute ?? DEFAULT_VERIFY_OPTIONS.requestsPerMinute,
    ),
    ...(set as unknown as VerifyOptions),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
  };
}
