/** Runs all service and client rules on a complete journal and builds the report. */
import { pluralize } from '../base/text/pluralize.js';
import type { Exchange } from '../journal/exchange.js';
import { buildTrace, type Trace, type TraceOptions } from './model/trace.js';
import type { Baseline } from './baseline/baseline.js';
import { clientRules } from './client-rules/index.js';
import { hasVerifyRequests } from './client-rules/client-requests.js';
import type { CoverageGap } from './coverage.js';
import {
  noteFailedExchanges,
  findMissingData,
  createRecordingCoverage,
  findRecordingGaps,
} from './recording-coverage.js';
import { buildReport } from './report/build-report.js';
import type { TargetConnection, Report } from './report/report.js';
import { isClientRule, type Rule, type Verdict } from './rule.js';
import { serviceRules as serviceRules } from './rules/index.js';
import { evaluateRule } from './verdict.js';
import { basePath } from '../generated/routes.js';

export interface JudgeOptions extends TraceOptions {
  /** Default: every rule, about the service and about its clients (`client/…`). */
  readonly rules?: readonly Rule[];
  /** How much is judged. Further exchanges are only counted. Default: 50,000 exchanges, and 134 million characters. */
  readonly limits?: Partial<JudgeLimits>;
}

export interface JudgeLimits {
  readonly exchanges: number;
  /** The characters of all addresses and bodies. */
  readonly characters: number;
}

const LIMITS: JudgeLimits = { exchanges: 50_000, characters: 134_217_728 };

export interface JudgeReportOptions {
  readonly tool: Report['tool'];
  /** The name of the journal, used when no base address is known. */
  readonly target: string;
  /** How the traffic reached the service, if a proxy of Deckhand forwarded it. */
  readonly access?: TargetConnection;
  readonly notes?: readonly string[];
  /** Why the recording is not whole, such as a file that ends early. */
  readonly gaps?: readonly CoverageGap[];
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

/** What was judged, and the verdicts. */
interface JudgeResult {
  readonly trace: Trace;
  /** One trace for each service. */
  readonly services: readonly Trace[];
  /** The base addresses of the services. */
  readonly bases: readonly string[];
  /** The number of requests to further base addresses. */
  readonly skipped: number;
  /** One verdict for each rule, those about clients last. */
  readonly verdicts: readonly Verdict[];
}

export class Judge {
  readonly #options: JudgeOptions;
  readonly #rules: readonly Rule[];
  readonly #limits: JudgeLimits;
  readonly #exchanges: Exchange[] = [];
  #characters = 0;
  #skippedExchanges = 0;
  #judged: JudgeResult | undefined;

  constructor(options: JudgeOptions = {}) {
    this.#options = options;
    this.#rules = options.rules ?? [...serviceRules, ...clientRules];
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** Adds an exchange, in any order, each `sequence` once. Does not judge. */
  add(exchange: Exchange): void {
    const { exchanges, characters } = this.#limits;
    if (this.#exchanges.length >= exchanges || this.#characters >= characters) this.#skippedExchanges++;
    else {
      this.#exchanges.push(exchange);
      this.#characters += charactersOf(exchange);
      this.#judged = undefined;
    }
  }

  /** @returns one verdict for each rule, those about clients last */
  verdicts(): readonly Verdict[] {
    return this.#getResult().verdicts;
  }

  /** The report on all exchanges that were added. */
  report({ tool, target, access, notes = [], gaps = [], baseline }: JudgeReportOptions): Report {
    const { trace, services, bases, skipped, verdicts } = this.#getResult();
    const isOfService = this.#rules.some((rule) => !isClientRule(rule));
    const missing = findMissingData(services);
    const allGaps = [...gaps, ...this.#limitGaps(), ...(isOfService ? findRecordingGaps(services) : [])];
    return buildReport({
      trace,
      services,
      tool,
      target: this.#options.baseUrl ?? (bases.join(', ') || target),
      ...(access && { access }),
      verdicts,
      notes: [...notes, ...collectNotes(trace, skipped)],
      evidence: createRecordingCoverage(allGaps, missing),
      // Missing bodies or headers can be why a rule is not covered.
      formatReason: (reason) => (missing.length === 0 ? reason : `${reason} (${missing.join(', ')})`),
      ...(baseline && { baseline }),
    });
  }

  #getResult(): JudgeResult {
    this.#judged ??= judgeServices(this.#exchanges, this.#rules, this.#options);
    return this.#judged;
  }

  #limitGaps(): readonly CoverageGap[] {
    if (this.#skippedExchanges === 0) return [];
    const [kept, rest] = [
      pluralize(this.#exchanges.length, 'request'),
      pluralize(this.#skippedExchanges, 'request'),
    ];
    return [{ topic: 'recording', reason: `the first ${kept} were judged; ${rest} after them were not` }];
  }
}

function charactersOf({ request, response }: Exchange): number {
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

/** @param skipped the number of requests to base addresses that are not judged */
function collectNotes(trace: Trace, skipped: number): readonly string[] {
  return [
    ...noteFailedExchanges(trace.exchanges),
    ...(skipped > 0
      ? [`not judged: ${pluralize(skipped, 'request')} to other base addresses (--base-url)`]
      : []),
    ...(hasVerifyRequests(trace) ? ['client rules ignore requests of deckhand verify'] : []),
  ];
}

/**
 * Judges a journal as one trace. A bug in one rule gives this rule the outcome `error`, and does not affect the others.
 * @param rules default: every rule about the service
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

// The services of a journal, by their base addresses. Each one is judged separately.

/** More base URLs indicate traffic that is not API traffic, such as a crawler. */
const MAX_SERVICES = 8;

export interface ServiceGroups {
  /** The exchanges of each service by its base address. */
  readonly byBase: ReadonlyMap<string, readonly Exchange[]>;
  /** The number of requests that are not judged because of the limit. */
  readonly skipped: number;
}

/** Leaves out exchanges without a base address. */
function groupByService(exchanges: readonly Exchange[]): ServiceGroups {
  const byBase = new Map<string, Exchange[]>();
  let skipped = 0;
  for (const exchange of exchanges) {
    const base = getBaseUrl(exchange.request.url);
    if (base === undefined) continue;
    const own = byBase.get(base);
    if (own) own.push(exchange);
    else if (byBase.size < MAX_SERVICES) byBase.set(base, [exchange]);
    else skipped++;
  }
  return { byBase, skipped };
}

/** The address up to its first /api/v1; `undefined` when it does not contain /api/v1. */
function getBaseUrl(url: string): string | undefined {
  const at = url.indexOf(`${basePath}/`);
  if (at < 0) return undefined;
  const base = url.slice(0, at + basePath.length);
  return base.includes('?') || base.includes('#') ? undefined : base;
}
