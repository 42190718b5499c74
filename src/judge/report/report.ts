/** The JSON report. Strings may come from the target: they are truncated and redacted, but not escaped. */
import type { CoverageReport } from '../coverage.js';
import type { Severity, Level, RuleOutcome } from '../rule.js';

/** `suppressed`: the rule fails, but the baseline suppresses all its violations. */
export type ReportedOutcome = RuleOutcome | 'suppressed';

export type OutcomeCounts = Readonly<Record<ReportedOutcome, number>>;

/** The result of a run: outcome, coverage, rules with their findings, and the exchanges that these cite. */
export interface Report {
  /**
   * The version of this format. A new minor version adds fields, and a new major version changes or removes some. Its JSON
   * Schema is `deckhand/report.schema.json`.
   */
  readonly reportVersion: '1.0';
  readonly tool: { readonly name: string; readonly version: string };
  /** The base URL of the service, or the name of the journal. */
  readonly target: string;
  /** How the requests reached the target; absent for a direct connection. */
  readonly connection?: TargetConnection;
  /**
   * `incomplete`: no violation, but a required topic is not covered. `error`: the target could not be judged at all.
   * `reason` says why.
   */
  readonly outcome: 'pass' | 'fail' | 'incomplete' | 'error';
  readonly reason?: string;
  /** What the run had to cover, and what it did not cover. */
  readonly coverage: CoverageReport;
  /** The number of rules by outcome. */
  readonly summary: OutcomeCounts;
  /** The number of requests, retries included. */
  readonly requests: number;
  /** The number of started jobs. */
  readonly jobs: number;
  /** The start of the first request, in ms since 1970. */
  readonly startedAt: number;
  /** The time from the first request to the last response, in seconds. */
  readonly durationSeconds: number;
  /** The requested operations: their results and response times. */
  readonly operations: readonly OperationReport[];
  /** Responses of a gateway instead of the service, by status. No rule judges them. */
  readonly gatewayResponses: readonly GatewayResponses[];
  /** What the run created and could not delete, because the spec has no DELETE. Only of `verify`. */
  readonly createdResources?: CreatedResources;
  /** All rules, in a fixed order. */
  readonly rules: readonly RuleReport[];
  /** The baseline entries with their states after the run. */
  readonly baseline?: readonly BaselineReport[];
  /** All requests in order: those of each job, and those without a job. */
  readonly timeline: ReportTimeline;
  /** The exchanges that findings cite, in order. */
  readonly exchanges: readonly ExchangeReport[];
  /** Events of the run, such as a long pause or a rejected request. */
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
  /** TLS certificates were not verified. */
  readonly insecure?: boolean;
  /** The URL of the HTTP proxy, without its password. */
  readonly proxy?: string;
  /** The names of headers that were added for a gateway. */
  readonly headers?: readonly string[];
  /** Whether a gateway got basic authentication. */
  readonly basicAuth?: boolean;
  /** The file with further certificates to trust. */
  readonly ca?: string;
  /** The files of the client certificate and of its key. */
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
  readonly clientErrors: number;
  /** Responses with 429. */
  readonly rateLimited: number;
  /** Responses of the service with 5xx. */
  readonly serverErrors: number;
  /** Responses of a gateway instead of the service. */
  readonly gatewayResponses: number;
  /** Requests without a complete response. */
  readonly networkErrors: number;
  /** Of complete responses of the service. Absent without any. */
  readonly latencyMs?: LatencyReport;
}

/** Percentiles in ms, from the start of the request to the last byte of the response. */
export interface LatencyReport {
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export interface GatewayResponses {
  readonly status: number;
  readonly requests: number;
}

export interface CreatedResources {
  readonly jobs: readonly {
    readonly id: string;
    /** The prompt of the start. The default prompt ends in `(created by a contract check)`. */
    readonly prompt?: string;
    /** Whether it is in the workspace of the other key. */
    readonly inOtherWorkspace?: boolean;
  }[];
  readonly presentations: readonly { readonly id: string; readonly inOtherWorkspace?: boolean }[];
}

export interface RuleReport {
  readonly id: string;
  readonly sections: readonly string[];
  readonly level: Level;
  readonly outcome: ReportedOutcome;
  /** How many items the rule checked, such as calls or jobs. Absent without any. */
  readonly checkedItems?: number;
  readonly title: string;
  /** How the rule interprets the spec where its text allows several meanings. */
  readonly interpretation?: string;
  /** The reason for `not-covered` and `error`. */
  readonly reason?: RuleReason;
  /** Of a rule that applies to each operation: the result of each. `outcome` of the rule is the worst of them. */
  readonly operations?: readonly OperationOutcome[];
  /** What to change in a client that violates the rule. */
  readonly hint?: string;
  readonly findings: readonly FindingReport[];
  /** The number of findings that are not listed. */
  readonly omittedFindings?: number;
}

/** The result of a rule for one operation. */
export interface OperationOutcome {
  /** The `operationId` of the contract. */
  readonly operation: string;
  readonly outcome: ReportedOutcome;
  /** How many items the rule checked. Absent without any. */
  readonly checkedItems?: number;
  /** The reason for `not-covered`. */
  readonly reason?: RuleReason;
}

export interface RuleReason {
  /** A clause without a full stop: "no job start in the traffic". */
  readonly text: string;
  /** The flags that would cover the rule, such as `--question-prompt`. Empty if none would. */
  readonly flags: readonly string[];
}

/** The exchanges that a finding cites, each by its `sequence` in `exchanges`. */
export interface Citations {
  /** The exchange that proves it. */
  readonly exchange?: number;
  /** An earlier exchange that shows the expected value. */
  readonly comparedWith?: number;
  /** The request whose effect `exchange` shows. */
  readonly effectOf?: number;
}

export interface FindingTiming {
  /** The request that has the effect, or else the exchange to compare with. */
  readonly after: number;
  /** From its end to the start of the exchange, in ms. Negative if the two overlap. */
  readonly delayMs: number;
  /** Whether one connection carried both. Absent if the journal does not distinguish connections. */
  readonly isOnOneConnection?: boolean;
}

/** The part of the body of each cited exchange that shows a finding. */
export interface Excerpts {
  readonly exchange?: BodyExcerpt;
  readonly comparedWith?: BodyExcerpt;
  readonly effectOf?: BodyExcerpt;
}

export interface BodyExcerpt {
  readonly side: 'request' | 'response';
  /** At most 12 lines. A line `…` stands for the omitted ones. */
  readonly lines: readonly string[];
}

export interface FindingReport extends Citations {
  readonly severity: Severity;
  readonly message: string;
  /** The `operationId`, if the rule applies to each operation. */
  readonly operation?: string;
  /** The sections on which the finding is based, if they are not those of the rule. */
  readonly sections?: readonly string[];
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Which of the two are a description, such as `any 2xx`. The others are the value itself. */
  readonly descriptions?: readonly ('expected' | 'actual')[];
  /** The path of the values in the response body, such as `sections[3].heading`. */
  readonly bodyPath?: string;
  /** Why the finding is a warning instead of a failure. */
  readonly downgrade?: string;
  readonly excerpts?: Excerpts;
  /** Whether `effectOf` is only the last request that may have caused it. */
  readonly isCauseUncertain?: boolean;
  /** When the exchange was sent, seen from an earlier one that the finding cites. */
  readonly timing?: FindingTiming;
  /** The number of occurrences, if more than one. */
  readonly count?: number;
  /** The number of checks of the rule, of its operation if it has one, if not all of them show the finding. */
  readonly outOf?: number;
  /** Of a finding about a client: its user agent, and the fingerprint of its key. */
  readonly client?: string;
  /** Of a finding about a client: the exchanges that together prove it, the decisive one last. */
  readonly evidence?: readonly number[];
  /** Of a finding about a client: the exchanges that violate the rule, the last 1,000. */
  readonly violatingExchanges?: readonly number[];
  /** Other rules that fail for the same cause. Their findings have `sameCauseAs`. */
  readonly alsoFails?: readonly string[];
  /** The rule whose finding shows the cause. */
  readonly sameCauseAs?: string;
  /** The entry of the baseline that suppresses the finding. */
  readonly suppression?: Suppression;
}

export interface Suppression {
  readonly reason: string;
  /** The person or team that will fix the violation. */
  readonly owner: string;
  /** The last day of the suppression: YYYY-MM-DD. */
  readonly expires: string;
}

/** An entry of the baseline after a run. */
export interface BaselineReport extends Suppression {
  readonly rule: string;
  /** Suppresses only findings whose message contains this string. */
  readonly message?: string;
  /** Suppresses only findings about this operation. */
  readonly operation?: string;
  /**
   * `expired` fails the run. `unused` is a warning: the violation did not occur in a whole run that judged the rule. `not-covered`:
   * the run cannot show whether it still occurs.
   */
  readonly state: 'active' | 'expired' | 'unused' | 'not-covered';
  /** Of an active entry: the operations whose findings it suppresses. */
  readonly operations?: readonly string[];
  /** Of an unused entry: the number of violations of its rule, none of which has its operation and message. */
  readonly otherViolations?: number;
}

export interface ExchangeReport {
  /** In a run of `verify`, also the number of its entry in the file of `--har`. */
  readonly sequence: number;
  /** The start, in ms after `startedAt` of the report. */
  readonly offsetMs: number;
  /** The start, in ms since 1970. */
  readonly startedAt: number;
  /** The duration in ms. */
  readonly durationMs: number;
  /** The id of the request in a header of the response, for the logs of the service. */
  readonly requestId?: string;
  /** The position in a recording: `session.har, entry 17`. */
  readonly source?: string;
  readonly method: string;
  readonly path: string;
  /** The kind of key and its header: `key in Authorization`, `other key in x-api-key`, `no key`. */
  readonly key: string;
  /** Absent if no response headers arrived. `failure` is the reason why the response is missing or incomplete. */
  readonly status?: number;
  readonly failure?: string;
  /** The first 4,000 characters of the request body. */
  readonly requestBody?: string;
  /** The first 4,000 characters of the response body. */
  readonly responseBody?: string;
  /** One curl command that sends the request again, with keys as shell variables. Absent if its body is binary or incomplete. */
  readonly curl?: string;
}

/** All requests, grouped by job. */
export interface ReportTimeline {
  readonly jobs: readonly JobTimeline[];
  /** The number of jobs that are not listed. */
  readonly omittedJobs?: number;
  /** Requests that belong to no job: templates, presentations, rejected starts, unknown paths. */
  readonly otherRequests: RequestEventList;
}

export interface RequestEventList {
  /** In order of time. Equal requests in a row are one event. */
  readonly events: readonly RequestEvent[];
  /** Requests that a long list omits. */
  readonly omitted?: {
    /** The number of events before them. */
    readonly after: number;
    readonly requests: number;
  };
}

export interface JobTimeline extends RequestEventList {
  readonly id: string;
  /** The first request of the job, in ms after `startedAt` of the report. */
  readonly offsetMs: number;
}

export interface RequestEvent {
  readonly kind: 'start' | 'poll' | 'reply' | 'other';
  /** The `sequence` of the exchange. Of equal requests, the first one. */
  readonly exchange: number;
  /** The position of this exchange in a recording: `session.har, entry 17`. */
  readonly source?: string;
  /** Method and path, of requests without a job. */
  readonly request?: string;
  /** The start of the first request, in ms after `startedAt` of the report. */
  readonly offsetMs: number;
  /** Of equal requests in a row. */
  readonly repeated?: {
    readonly count: number;
    /** The start of the last request, in ms after `startedAt` of the report. */
    readonly lastOffsetMs: number;
    readonly minIntervalMs: number;
    readonly maxIntervalMs: number;
  };
  /** The duration of the slowest of them, in ms. */
  readonly durationMs: number;
  /** The result: `202`, `empty 200`, `a reset connection after the headers (200)`. */
  readonly result: string;
  /** Whether the response is an error, missing, unusable or slow. */
  readonly hasProblem?: boolean;
  /** The header Retry-After. */
  readonly retryAfter?: string;
  /** The status of the job in the response, documented or not. */
  readonly jobStatus?: string;
  /** The question of the job, the reply to it, or the error of the job. */
  readonly text?: string;
  /** In the last of these polls. `from`: the completed slides in the first one, if they differ. */
  readonly progress?: { readonly completed: number; readonly total: number; readonly from?: number };
  /** In the last of these polls. */
  readonly tokens?: number;
}
