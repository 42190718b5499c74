/**
 * The JSON report. Strings are truncated and redacted, not escaped. Strings may come from the target: they are bounded
 * and contain no keys, but they are not escaped.
 */
import type { CoverageReport } from '../coverage.js';
import type { Severity, Level, RuleOutcome } from '../rule.js';

/** `accepted`: the rule fails, but the baseline accepts all its violations. */
export type ReportedOutcome = RuleOutcome | 'accepted';

export type OutcomeCounts = Readonly<Record<ReportedOutcome, number>>;

export interface Report {
  /**
   * The version of this format. A new minor version adds fields, and a new major version changes or removes some. Its JSON
   * Schema is `deckhand/report.schema.json`.
   */
  readonly reportVersion: '1.0';
  readonly tool: { readonly name: string; readonly version: string };
  /** The base address of the service, or the name of the journal. */
  readonly target: string;
  /** How the requests reached the target; absent for a direct connection. */
  readonly access?: TargetConnection;
  /**
   * `incomplete`: no violation, but required coverage was not reached. `error`: the target could not be judged at all.
   * `reason` says why.
   */
  readonly outcome: 'pass' | 'fail' | 'incomplete' | 'error';
  readonly reason?: string;
  /** What the run had to see, and what it did not see. */
  readonly evidence: CoverageReport;
  /** The number of rules by outcome. */
  readonly summary: OutcomeCounts;
  /** The number of requests, retries included. */
  readonly requests: number;
  /** The number of started jobs. */
  readonly jobs: number;
  /** The start of the first request, in ms since 1970. */
  readonly startedAt: number;
  /** The time from the first request to the last response. */
  readonly seconds: number;
  /** The operations that got requests: their results, and how long the service took. */
  readonly operations: readonly OperationReport[];
  /** The responses of gateways in place of the service, by status. No rule judges them. */
  readonly gateways: readonly GatewayReport[];
  /** What the run created and could not remove, because the interface documents no DELETE. Only of `verify`. */
  readonly leftBehind?: CreatedResources;
  /** All rules, in a fixed order. */
  readonly rules: readonly RuleReport[];
  /** The baseline entries with their states after the run. */
  readonly baseline?: readonly BaselineReport[];
  /** What happened, in order: each job with its requests, and the requests that belong to no job. */
  readonly timeline: ReportTimeline;
  /** The exchanges that findings cite, in order. */
  readonly exchanges: readonly ExchangeReport[];
  /** Notes itself, such as a long pause or a refused request. */
  readonly notes: readonly string[];
}

/** The part of a report that is about clients. */
export interface ClientReport extends Pick<
  Report,
  'outcome' | 'reason' | 'summary' | 'requests' | 'rules' | 'exchanges' | 'notes'
> {
  /** All clients in the journal, by key, user agent and page, also if the report is about one of them. */
  readonly clients: readonly {
    /** The user agent, and the fingerprint of the key. */
    readonly client: string;
    readonly exchanges: number;
  }[];
}

export interface TargetConnection {
  /** No certificate was checked. */
  readonly insecure?: boolean;
  /** The address of the HTTP proxy, without its password. */
  readonly proxy?: string;
  /** The names of headers that were added for a gateway. */
  readonly headers?: readonly string[];
  /** Whether a gateway got basic authentication. */
  readonly basicAuth?: boolean;
  /** The file with further certificates to trust. */
  readonly ca?: string;
  /** The files of the certificate of the client, and of its key. */
  readonly clientCertificate?: { readonly cert: string; readonly key: string };
}

export interface OperationReport {
  /** The `operationId` of the contract. */
  readonly operation: string;
  /** Method and path: `GET /presentations/{id}`. */
  readonly endpoint: string;
  /** All requests. The following counts add up to it. */
  readonly requests: number;
  /** Responses with 2xx. */
  readonly succeeded: number;
  /** Responses with 3xx. */
  readonly redirected: number;
  /** Responses with 4xx except 429. */
  readonly refused: number;
  /** Responses with 429. */
  readonly limited: number;
  /** Responses of the service with 5xx. */
  readonly serverErrors: number;
  /** Responses of a gateway in place of the service. */
  readonly gateway: number;
  /** Requests without a complete response. */
  readonly lost: number;
  /** How long complete responses of the service took. Absent without any. */
  readonly latency?: LatencyReport;
}

/** Percentiles in ms, from the start of the request to the last byte of the response. */
export interface LatencyReport {
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface GatewayReport {
  readonly status: number;
  readonly requests: number;
}

export interface CreatedResources {
  readonly jobs: readonly {
    readonly id: string;
    /** The prompt that was sent. The default prompt ends in `(created by a contract check)`. */
    readonly prompt?: string;
    /** Whether it is in the workspace of the other key. */
    readonly isOther?: boolean;
  }[];
  readonly presentations: readonly { readonly id: string; readonly isOther?: boolean }[];
}

export interface RuleReport {
  readonly id: string;
  readonly sections: readonly string[];
  readonly level: Level;
  readonly outcome: ReportedOutcome;
  /** How many items the rule checked, such as calls or jobs. Absent without any. */
  readonly checked?: number;
  readonly title: string;
  /** How the rule interprets the interface where its text allows several meanings. */
  readonly reading?: string;
  /** The reason for `not-reached` and `error`. */
  readonly reason?: string;
  /** What to change in a client that breaks the rule. */
  readonly hint?: string;
  readonly findings: readonly FindingReport[];
  /** The number of findings that are not listed. */
  readonly more?: number;
}

export interface FindingReport {
  readonly kind: Severity;
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Which of the two describe a value in words, such as `any 2xx`. The others are the value itself. */
  readonly inWords?: readonly ('expected' | 'actual')[];
  /** The place of the values in the body of the response, such as `sections[3].heading`. */
  readonly path?: string;
  /** Why the finding is a warning and not a failure. */
  readonly doubt?: string;
  /** The `sequence` of the exchange that proves it, in `exchanges`. */
  readonly exchange?: number;
  /** The `sequence` of an earlier exchange that shows the expected value, in `exchanges`. */
  readonly compared?: number;
  /** The `sequence` of the request whose effect `exchange` shows, in `exchanges`. */
  readonly about?: number;
  /** How often it was found, if more than once. */
  readonly times?: number;
  /** Of a finding about a client: its user agent, and the fingerprint of its key. */
  readonly client?: string;
  /** Of a finding about a client: the exchanges that together prove it, the decisive one last. */
  readonly exchanges?: readonly number[];
  /** Of a finding about a client: the exchanges that broke the rule, the last 1,000. */
  readonly offenders?: readonly number[];
  /** Other rules that the same cause breaks. Their findings have `sameCauseAs`. */
  readonly alsoBreaks?: readonly string[];
  /** The rule whose finding shows the cause. */
  readonly sameCauseAs?: string;
  /** A curl command that sends the request again. Reads the key from an environment variable. */
  readonly curl?: string;
  /** The few commands that show the finding again, in order, if one request is not enough. */
  readonly reproduce?: readonly string[];
  /** The acceptance in the baseline, if the finding is a known violation. */
  readonly accepted?: Suppression;
}

export interface Suppression {
  readonly reason: string;
  /** The person or team that will fix the violation. */
  readonly owner: string;
  /** The last day of the acceptance: YYYY-MM-DD. */
  readonly expires: string;
}

/** An entry of the baseline after a run. */
export interface BaselineReport extends Suppression {
  readonly rule: string;
  /** Accepts only findings whose message contains this string. */
  readonly message?: string;
  /** Accepts only findings about this operation. */
  readonly operation?: string;
  /** `expired` and `gone` fail the run. `not-judged`: the run cannot show whether the violation still occurs. */
  readonly state: 'holds' | 'expired' | 'gone' | 'not-judged';
}

export interface ExchangeReport {
  readonly sequence: number;
  /** The start, in ms after `startedAt` of the report. */
  readonly at: number;
  /** The start, in ms since 1970. */
  readonly time: number;
  /** The duration in ms. */
  readonly took: number;
  /** The id of the request in a header of the response, for the logs of the service. */
  readonly requestId?: string;
  /** The place in a recording: `session.har, entry 17`. */
  readonly source?: string;
  readonly method: string;
  readonly path: string;
  /** The key and its header: `key in bearer`, `wrong key in x-api-key`, `no key`. */
  readonly key: string;
  /** Absent if no head of a response arrived. `failure` says why the response is missing or incomplete. */
  readonly status?: number;
  readonly failure?: string;
  /** The first 4,000 characters of the request body. */
  readonly sent?: string;
  /** The first 4,000 characters of the response body. */
  readonly received?: string;
}

/** All requests, grouped by job. */
export interface ReportTimeline {
  readonly jobs: readonly JobTimeline[];
  /** The number of jobs that are not listed. */
  readonly moreJobs?: number;
  /** Requests that belong to no job: templates, presentations, refused starts, wrong paths. */
  readonly others: RequestEventList;
}

export interface RequestEventList {
  /** In order of time. Equal requests in a row are one event. */
  readonly events: readonly RequestEvent[];
  /** Requests that a long list leaves out. */
  readonly left?: {
    /** The number of events before them. */
    readonly after: number;
    readonly requests: number;
  };
}

export interface JobTimeline extends RequestEventList {
  readonly id: string;
  /** The first request of the job, in ms after `startedAt` of the report. */
  readonly at: number;
}

export interface RequestEvent {
  readonly kind: 'start' | 'poll' | 'reply' | 'other';
  /** The `sequence` of the exchange. Of equal requests, the first one. */
  readonly exchange: number;
  /** The place of this exchange in a recording: `session.har, entry 17`. */
  readonly source?: string;
  /** Method and path, of requests without a job. */
  readonly request?: string;
  /** The start of the first request, in ms after `startedAt` of the report. */
  readonly at: number;
  /** Of equal requests in a row: their number, when the last one started, and the intervals between them in ms. */
  readonly repeated?: {
    readonly times: number;
    readonly until: number;
    readonly shortest: number;
    readonly longest: number;
  };
  /** How long the slowest of them took, in ms. */
  readonly took: number;
  /** What came back: `202`, `empty 200`, `a reset connection after the head (200)`. */
  readonly result: string;
  /** Whether something went wrong: a refusal, a failure, an unusable body, or a slow response. */
  readonly isTrouble?: boolean;
  /** The header Retry-After. */
  readonly retryAfter?: string;
  /** The status that the view or the response of the start shows, documented or not. */
  readonly state?: string;
  /** The question of the job, the reply to it, or the error of the job. */
  readonly text?: string;
  /** Of the last of these polls. `from`: the completed slides of the first one, if they differ. */
  readonly progress?: { readonly completed: number; readonly total: number; readonly from?: number };
  /** Of the last of these polls. */
  readonly tokens?: number;
}
