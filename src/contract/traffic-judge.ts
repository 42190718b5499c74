/**
 * Judges endless traffic, the service and its clients, and adds up its segments in one report. Each segment is judged as a
 * whole. Judging is split into small steps, so a proxy can handle requests in between.
 */
import type { Exchange } from '../journal/exchange.js';
import { DEFAULT_SEGMENT, Segments, type SegmentLimits } from '../journal/segments.js';
import type { Baseline } from './baseline.js';
import { isOfClient, type ClientFinding } from './clients/client-finding.js';
import { isClientRuleId } from './client-rule-id.js';
import { clientRules } from './clients/rules/all-client-rules.js';
import { BrokenExchanges } from './evidence/broken-exchanges.js';
import type { Gap } from './evidence/model.js';
import { RecordingCounter } from './evidence/recording-counter.js';
import { recordingEvidence } from './evidence/recording-evidence.js';
import { hasVerifyRequests } from './clients/read-client-requests.js';
import { reportOf } from './report/build-report.js';
import { counted } from '../base/counted.js';
import type { CoverageItem } from './report/coverage-model.js';
import { EvidenceAccumulator, type Evidence } from './report/evidence-accumulator.js';
import type { Access, Report } from './report/model.js';
import type { Finding, Rule, Verdict } from './rule.js';
import { rules as serviceRules } from './rules/all-rules.js';
import { SegmentContext } from './segment-context.js';
import { Targets } from './targets.js';
import { readTrace, type TraceOptions, type Trace } from './trace/trace.js';
import { VerdictAccumulator } from './verdict-accumulator.js';

export interface TrafficJudgeOptions extends TraceOptions {
  /** Default: every rule, about the service and about its clients (`client/…`). */
  readonly rules?: readonly Rule[];
  readonly segment?: Partial<SegmentLimits>;
}

export interface TrafficReportOptions {
  readonly tool: Report['tool'];
  /** The name of the journal, used when no base address is known. */
  readonly target: string;
  /** How the traffic reached the service, if a proxy of Deckhand forwarded it. */
  readonly access?: Access;
  readonly notes?: readonly string[];
  /** Why the recording is not whole, such as a file that ends early. */
  readonly gaps?: readonly Gap[];
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

export const isClientRule = ({ id }: Pick<Rule, 'id'>): boolean => isClientRuleId(id);

export class TrafficJudge {
  readonly #options: TrafficJudgeOptions;
  readonly #service: readonly VerdictAccumulator[];
  readonly #clients: readonly VerdictAccumulator[];
  readonly #segments: Segments;
  readonly #targets = new Targets();
  readonly #context = new SegmentContext();
  readonly #evidence = new EvidenceAccumulator();
  readonly #recording = new RecordingCounter();
  readonly #broken = new BrokenExchanges();
  /** The remaining steps for segments that have ended. */
  readonly #work: Generator<void, void, void>[] = [];
  #ended = 0;
  #hasVerifyRequests = false;

  constructor(options: TrafficJudgeOptions = {}) {
    const { rules = [...serviceRules, ...clientRules], segment } = options;
    const accumulators = rules.map((rule) => ({ rule, verdict: new VerdictAccumulator(rule) }));
    const of = (isOfClients: boolean): readonly VerdictAccumulator[] =>
      accumulators.filter(({ rule }) => isClientRule(rule) === isOfClients).map(({ verdict }) => verdict);
    this.#options = options;
    this.#service = of(false);
    this.#clients = of(true);
    this.#segments = new Segments({ ...DEFAULT_SEGMENT, ...segment });
  }

  /** Adds an exchange, in any order within a segment, each `sequence` once. Does not judge. */
  add(exchange: Exchange): void {
    this.#end(this.#segments.add(exchange));
  }

  /** Adds a whole segment, its exchanges in any order. Does not judge. */
  addSegment(exchanges: readonly Exchange[]): void {
    this.#end(exchanges);
  }

  /** Whether there are ended segments to judge. */
  get isWaiting(): boolean {
    return this.#work.length > 0;
  }

  /** Does one step of judging, which takes some milliseconds for a segment of 50,000 exchanges. */
  step(): void {
    if (this.#work[0]?.next().done === true) this.#work.shift();
  }

  /** Judges all added exchanges. @returns one verdict for each rule, those about clients last */
  verdicts(): readonly Verdict[] {
    this.#finish();
    return [...this.#service, ...this.#clients].map((accumulator) => accumulator.verdict());
  }

  evidence(): Evidence {
    this.#finish();
    return this.#evidence.evidence();
  }

  report({ tool, target, notes = [], gaps = [], baseline }: TrafficReportOptions): Report {
    this.#finish();
    const { baseUrl } = this.#options;
    const missingBodies = this.#recording.missingBodies();
    const report = reportOf(this.#evidence.evidence(), {
      tool,
      target: baseUrl ?? (this.#targets.bases.join(', ') || target),
      verdicts: [
        ...this.#service.map((accumulator) => accumulator.verdict()),
        ...this.#clients.map((accumulator) => withClients(accumulator.verdict())),
      ],
      notes: [...notes, ...this.#notes()],
      evidence: recordingEvidence([...gaps, ...this.#recording.gaps()], missingBodies),
      ...(baseline && { baseline }),
    });
    return withMissingBodies(withoutOptions(report), missingBodies);
  }

  #finish(): void {
    const rest = this.#segments.end();
    // An empty journal is judged too: each rule then reports why it is not reached.
    if (rest.length > 0 || this.#ended === 0) this.#end(rest);
    while (this.isWaiting) this.step();
  }

  #end(segment: readonly Exchange[] | undefined): void {
    if (!segment) return;
    this.#ended++;
    this.#work.push(this.#judge(segment));
  }

  *#judge(segment: readonly Exchange[]): Generator<void, void, void> {
    const { exchanges: context } = this.#context;
    const own = readTrace(segment, this.#options);
    const services = this.#split(own);
    yield;
    this.#hasVerifyRequests ||= hasVerifyRequests(own);
    this.#evidence.count(segment);
    for (const exchange of segment) this.#broken.add(exchange);
    for (const service of services) {
      this.#evidence.add(service);
      this.#recording.add(service);
      yield;
    }
    const known = new Set(context.map(({ sequence }) => sequence));
    const judged =
      known.size === 0 ? services : this.#split(readTrace([...context, ...segment], this.#options));
    for (const service of judged) yield* judgeEach(this.#service, service, known);
    // Clients are judged by the segment alone, because their history before it is unknown.
    yield* judgeEach(this.#clients, own);
    this.#evidence.cite(segment, services, this.#findings());
    this.#context.add(own);
  }

  /** One trace for each service. Reuses the whole trace if there is only one service. */
  #split(whole: Trace): readonly Trace[] {
    if (this.#options.baseUrl !== undefined) return [whole];
    const groups = this.#targets.split(whole.exchanges);
    return groups.length <= 1 ? [whole] : groups.map((group) => readTrace(group, this.#options));
  }

  *#findings(): Generator<Finding, void, void> {
    for (const accumulator of [...this.#service, ...this.#clients]) yield* accumulator.findings();
  }

  #notes(): readonly string[] {
    const { skipped } = this.#targets;
    return [
      ...this.#broken.notes(),
      ...(this.#ended > 1
        ? [
            `the journal was judged in ${this.#ended} segments; violations that span two segments were not judged (--segment)`,
          ]
        : []),
      ...(skipped > 0
        ? [`not judged: ${counted(skipped, 'request')} to other base addresses (--base-url)`]
        : []),
      ...(this.#hasVerifyRequests ? ['client rules do not judge requests of deckhand verify'] : []),
    ];
  }
}

function* judgeEach(
  accumulators: readonly VerdictAccumulator[],
  trace: Trace,
  known?: ReadonlySet<number>,
): Generator<void, void, void> {
  for (const accumulator of accumulators) {
    accumulator.judge(trace, known);
    yield;
  }
}

/** Removes options of `deckhand verify` from reasons: they do not help with a recording. */
function withoutOptions(report: Report): Report {
  const plain = (text: string): string => text.replace(/ \(--[^)]*\)/g, '');
  const items = (all: readonly CoverageItem[]): readonly CoverageItem[] =>
    all.map((item) => (item.note === undefined ? item : { ...item, note: plain(item.note) }));
  const { operations, statuses, states, fields, statements } = report.coverage;
  return {
    ...report,
    rules: report.rules.map((rule) =>
      rule.reason === undefined ? rule : { ...rule, reason: plain(rule.reason) },
    ),
    coverage: {
      operations: items(operations),
      statuses: items(statuses),
      states: items(states),
      fields: items(fields),
      statements: items(statements),
    },
  };
}

/** Says beside each rule without evidence that the recording may have lost it. */
function withMissingBodies(report: Report, missing: readonly string[]): Report {
  if (missing.length === 0) return report;
  const explained = (reason: string): string => `${reason} (${missing.join(', ')})`;
  const rules = report.rules.map((rule) =>
    rule.outcome !== 'not-reached' || rule.reason === undefined
      ? rule
      : { ...rule, reason: explained(rule.reason) },
  );
  return { ...report, rules };
}

/** Adds the client and the number of occurrences to the message of a finding about a client. */
function withClients(verdict: Verdict): Verdict {
  return { ...verdict, findings: verdict.findings.map((one) => (isOfClient(one) ? clientText(one) : one)) };
}

function clientText({ client, clientId: _, exchanges, times, ...finding }: ClientFinding): Finding {
  const others = exchanges.filter((sequence) => sequence !== finding.exchange);
  const after = others.length > 0 ? `, after ${others.map((sequence) => `#${sequence}`).join(', ')}` : '';
  const often = times > 1 ? ` (${times} times)` : '';
  return { ...finding, message: `${finding.message} [${client}]${after}${often}` };
}
