/** Reports findings during recording, each once, and only if later traffic cannot explain them. */
import type { Exchange } from '../journal/exchange.js';
import { isClientFinding, type Finding, type Rule, type RuleMeta } from './rule.js';
import { hasValidKey, type Call } from './model/call.js';
import { buildTrace, type Trace, type TraceOptions } from './model/trace.js';

/** The number of stored exchanges. */
const MAX_EXCHANGES = 1000;

/** The number of different findings that are reported. */
const MAX_FINDINGS = 500;

/** How long a pending request delays the judgement of later ones. */
const MAX_REQUEST_MS = 10_000;

/** Rules that need the whole journal. They run only for the report. */
const REPORT_ONLY =
  /^(?:auth|isolation)\/|^presentation\/(?:created-at-is-creation-time|fetchable-when-completed)$|^operation\/(?:stays-available|no-redirect-instead-of-response)$|^job\/(?:first-poll-succeeds|reply-advances-job)$/;

export interface LiveFinding {
  readonly rule: RuleMeta;
  readonly finding: Finding;
  /** The exchange of the finding. */
  readonly exchange: Exchange;
}

export class LiveJudge {
  readonly #options: TraceOptions;
  readonly #rules: readonly Rule[];
  readonly #report: (finding: LiveFinding) => void;
  readonly #reportsInfo: (finding: Finding) => boolean;
  readonly #reported = new Set<string>();
  readonly #exchanges: Exchange[] = [];
  /** The `sequence` of the last removed exchange. */
  #removed = 0;
  #isChanged = false;

  /** @param reportsInfo selects the findings that are reported though they are info */
  constructor(
    rules: readonly Rule[],
    options: TraceOptions,
    report: (finding: LiveFinding) => void,
    reportsInfo: (finding: Finding) => boolean = () => false,
  ) {
    this.#rules = rules.filter(({ id }) => !REPORT_ONLY.test(id));
    this.#options = options;
    this.#report = report;
    this.#reportsInfo = reportsInfo;
  }

  /** Adds an exchange that has ended. */
  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    if (this.#exchanges.length > MAX_EXCHANGES)
      this.#removed = Math.max(this.#removed, this.#exchanges.shift()?.sequence ?? 0);
    this.#isChanged = true;
  }

  /** Whether exchanges were added since the last judgement. */
  get hasNextStep(): boolean {
    return this.#isChanged;
  }

  /** Judges the exchanges that started before the first pending one. */
  runStep(): void {
    this.#judge(this.#completedExchanges());
  }

  /** Judges all exchanges. */
  judgeAll(): void {
    this.#judge(this.#exchanges);
  }

  #completedExchanges(): readonly Exchange[] {
    const ordered = this.#exchanges.toSorted((one, two) => one.sequence - two.sequence);
    const now = Math.max(...ordered.map(({ endedAt }) => endedAt));
    let last = this.#removed;
    const end = ordered.findIndex(({ sequence, endedAt }) => {
      const isAfterPending = sequence > last + 1;
      last = Math.max(last, sequence);
      return isAfterPending && now - endedAt < MAX_REQUEST_MS;
    });
    return end < 0 ? ordered : ordered.slice(0, end);
  }

  /** Reports the findings that were not reported before. */
  #judge(selected: readonly Exchange[]): void {
    this.#isChanged = false;
    const trace = buildTrace(selected, this.#options);
    const calls = new Map(trace.calls.map((call) => [call.exchange.sequence, call]));
    const exchanges = new Map(trace.exchanges.map((exchange) => [exchange.sequence, exchange]));
    for (const rule of this.#rules) {
      for (const finding of getFindings(rule, trace)) {
        const { exchange: sequence = -1 } = finding;
        const exchange = exchanges.get(sequence);
        const isCertain = isClientFinding(finding) || !mayBeExplainedLater(calls.get(sequence));
        if (exchange && isCertain && this.#isNew(rule, finding)) this.#report({ rule, finding, exchange });
      }
    }
  }

  #isNew({ id }: Rule, finding: Finding): boolean {
    const { severity, message, clientId, documentedField = '' } = finding;
    if (severity === 'info' && !this.#reportsInfo(finding)) return false;
    if (this.#reported.size >= MAX_FINDINGS) return false;
    const key = `${id} ${severity} ${clientId ?? message} ${documentedField}`;
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    return true;
  }
}

/** A rule with a bug reports nothing live. The report contains the error. */
function getFindings(rule: Rule, trace: Trace): readonly Finding[] {
  try {
    return rule.judge(trace).findings;
  } catch {
    return [];
  }
}

/** Whether findings about a call depend on other requests: rejections, redirects, and calls without a valid key. */
function mayBeExplainedLater(call: Call | undefined): boolean {
  if (!call) return true;
  const { status } = call;
  return !hasValidKey(call) || call.isClientError || status === 501 || (status >= 300 && status < 400);
}
