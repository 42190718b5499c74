/** Runs all service and client rules on a complete journal and builds the report. */
import { pluralize } from '../base/text/pluralize.js';
import type { Exchange } from '../journal/exchange.js';
import { buildTrace, type Trace, type TraceOptions } from './model/trace.js';
import type { Baseline } from './baseline/baseline.js';
import { clientRules } from './client-rules/index.js';
import { hasVerifyRequests } from './client-rules/client-requests.js';
import type { CoverageGap } from './coverage.js';
import {
  noteBorrowedBodies,
  noteFailedExchanges,
  findMissingData,
  createRecordingCoverage,
  findRecordingGaps,
} from './recording-coverage.js';
import { buildReport } from './report/build-report.js';
import type { TargetConnection, Report } from './report/report.js';
import { isClientRule, type Rule, type Verdict } from './rule.js';
import { serviceRules } from './rules/index.js';
import { evaluateRule } from './verdict.js';
import { groupByService } from './services.js';

const DEFAULT_MAX_EXCHANGES = 50_000;

const DEFAULT_MAX_CHARACTERS = 134_217_728;

export interface JudgeOptions extends TraceOptions {
  /** Default: all service rules and all client rules. */
  readonly rules?: readonly Rule[];
  /** Further exchanges are only counted. Default: 50,000. */
  readonly maxExchanges?: number;
  /** The total length of URLs and bodies, after which further exchanges are only counted. Default: 134 million characters. */
  readonly maxCharacters?: number;
}

export interface JudgeReportOptions {
  readonly tool: Report['tool'];
  /** The name of the journal, used when no base URL is known. */
  readonly target: string;
  /** How the traffic reached the service, if a proxy of Deckhand forwarded it. */
  readonly connection?: TargetConnection;
  readonly notes?: readonly string[];
  /** Why the recording is incomplete, such as a file that ends early. */
  readonly gaps?: readonly CoverageGap[];
  /** Suppressed violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

/** The judged traffic and the verdicts. */
interface JudgeResult {
  readonly trace: Trace;
  /** One trace for each service. */
  readonly services: readonly Trace[];
  /** The base URLs of the services. */
  readonly bases: readonly string[];
  /** The number of requests to further base URLs, which are not judged. */
  readonly skipped: number;
  /** One verdict for each rule, client rules last. */
  readonly verdicts: readonly Verdict[];
}

export class Judge {
  readonly #options: JudgeOptions;
  readonly #rules: readonly Rule[];
  readonly #maxExchanges: number;
  readonly #maxCharacters: number;
  readonly #exchanges: Exchange[] = [];
  #characters = 0;
  #skippedExchanges = 0;
  #result: JudgeResult | undefined;

  constructor(options: JudgeOptions = {}) {
    this.#options = options;
    this.#rules = options.rules ?? [...serviceRules, ...clientRules];
    this.#maxExchanges = options.maxExchanges ?? DEFAULT_MAX_EXCHANGES;
    this.#maxCharacters = options.maxCharacters ?? DEFAULT_MAX_CHARACTERS;
  }

  /** Adds an exchange, in any order, each `sequence` once. Does not judge. */
  add(exchange: Exchange): void {
    if (this.#exchanges.length >= this.#maxExchanges || this.#characters >= this.#maxCharacters)
      this.#skippedExchanges++;
    else {
      this.#exchanges.push(exchange);
      this.#characters += countCharacters(exchange);
      this.#result = undefined;
    }
  }

  /** @returns one verdict for each rule, client rules last */
  verdicts(): readonly Verdict[] {
    return this.#getResult().verdicts;
  }

  /** The report on all exchanges that were added. */
  report({ tool, target, connection, notes = [], gaps = [], baseline }: JudgeReportOptions): Report {
    const { trace, services, bases, skipped, verdicts } = this.#getResult();
    const isOfService = this.#rules.some((rule) => !isClientRule(rule));
    const missing = findMissingData(services);
    const allGaps = [...gaps, ...this.#getLimitGaps(), ...(isOfService ? findRecordingGaps(services) : [])];
    return buildReport({
      trace,
      services,
      tool,
      target: this.#options.baseUrl ?? (bases.join(', ') || target),
      ...(connection && { connection }),
      verdicts,
      notes: [...notes, ...collectNotes(trace, skipped)],
      coverage: createRecordingCoverage(allGaps, missing),
      // Missing bodies or headers can be why a rule is not covered.
      buildReason: ({ text, flags = [] }) => ({
        text: missing.length === 0 ? text : `${text} (${missing.join(', ')})`,
        flags,
      }),
      ...(baseline && { baseline }),
    });
  }

  #getResult(): JudgeResult {
    this.#result ??= judgeServices(this.#exchanges, this.#rules, this.#options);
    return this.#result;
  }

  #getLimitGaps(): readonly CoverageGap[] {
    if (this.#skippedExchanges === 0) return [];
    const [judged, skipped] = [
      pluralize(this.#exchanges.length, 'request'),
      pluralize(this.#skippedExchanges, 'request'),
    ];
    const reason = `the first ${judged} were judged, the next ${skipped} were not`;
    return [{ topic: 'recording', reason, flags: [] }];
  }
}

function countCharacters({ request, response }: Exchange): number {
  return request.url.length + (request.body?.text.length ?? 0) + (response?.body?.text.length ?? 0);
}

function judgeServices(
  exchanges: readonly Exchange[],
  rules: readonly Rule[],
  options: JudgeOptions,
): JudgeResult {
  const trace = buildTrace(exchanges, options);
  const { byBase, skipped } = groupByService(options.baseUrl === undefined ? trace.exchanges : []);
  const services = byBase.size <= 1 ? [trace] : [...byBase.values()].map((own) => buildTrace(own, options));
  return {
    trace,
    services,
    bases: [...byBase.keys()],
    skipped,
    verdicts: [
      ...rules.filter((rule) => !isClientRule(rule)).map((rule) => evaluateRule(rule, services)),
      ...rules.filter(isClientRule).map((rule) => evaluateRule(rule, [trace])),
    ],
  };
}

/** @param skipped the number of requests to base URLs that are not judged */
function collectNotes(trace: Trace, skipped: number): readonly string[] {
  return [
    ...noteFailedExchanges(trace.exchanges),
    ...noteBorrowedBodies(trace.exchanges),
    ...(skipped > 0 ? [`not judged: ${pluralize(skipped, 'request')} to other base URLs (--base-url)`] : []),
    ...(hasVerifyRequests(trace) ? ['client rules ignore requests of deckhand verify'] : []),
  ];
}

/**
 * Judges a journal as one trace. A bug in one rule gives this rule the outcome `error`, and does not affect the others.
 * @param rules default: all service rules
 * @returns one verdict for each rule, in the order of the rules
 */
export function judge(
  exchanges: readonly Exchange[],
  { rules = serviceRules, ...options }: Pick<JudgeOptions, 'rules' | keyof TraceOptions> = {},
): readonly Verdict[] {
  return judgeTrace(buildTrace(exchanges, options), rules);
}

/** Like `judge`, for a trace. */
export function judgeTrace(trace: Trace, rules: readonly Rule[]): readonly Verdict[] {
  return rules.map((rule) => evaluateRule(rule, [trace]));
}
