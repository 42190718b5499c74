/**
 * The judge: applies all rules, about the service and about its clients, to a journal that may be endless. It adds up segments,
 * each judged as a whole and in small steps, in one report. It also reports findings while the traffic passes.
 */
import { counted } from '../base/text/counted.js';
import type { Exchange } from '../journal/exchange.js';
import { DEFAULT_SEGMENT, Segments, type SegmentLimits } from '../journal/segments.js';
import { readTrace, type Trace, type TraceOptions } from '../trace/model.js';
import type { Baseline } from './baseline.js';
import { clientRules } from './clients/rules/all-client-rules.js';
import { hasVerifyRequests } from '../trace/client-requests.js';
import { BrokenExchanges } from './evidence/broken-exchanges.js';
import type { Gap } from './evidence/model.js';
import { RecordingCounter, recordingEvidence } from './evidence/recording-counter.js';
import { LiveFindings, type LiveFinding } from './live-findings.js';
import { reportOf } from './report/build-report.js';
import { Evidence } from './report/evidence.js';
import type { Access, Report } from './report/model.js';
import { isClientRule, type Finding, type Rule, type Verdict } from './rule.js';
import { rules as serviceRules } from './rows/all-rows.js';
import { SegmentContext } from './segment-context.js';
import { Targets } from './targets.js';
import { VerdictAccumulator } from './verdict-accumulator.js';

export interface JudgeOptions extends TraceOptions {
  /** Default: every rule, about the service and about its clients (`client/…`). */
  readonly rules?: readonly Rule[];
  readonly segment?: Partial<SegmentLimits>;
  /** Called with each violation and each warning when the last 1,000 exchanges first show it. */
  readonly onFinding?: (found: LiveFinding) => void;
  /** Keeps the last 1,000 exchanges only, for `onFinding`. There is no report. */
  readonly isLiveOnly?: boolean;
}

export interface JudgeReportOptions {
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

export class Judge {
  readonly #options: JudgeOptions;
  readonly #service: readonly VerdictAccumulator[];
  readonly #clients: readonly VerdictAccumulator[];
  readonly #segments: Segments;
  readonly #live: LiveFindings | undefined;
  readonly #targets = new Targets();
  readonly #context = new SegmentContext();
  readonly #evidence = new Evidence();
  readonly #recording = new RecordingCounter();
  readonly #broken = new BrokenExchanges();
  /** The remaining steps for segments that have ended. */
  readonly #work: Generator<void, void, void>[] = [];
  #isLiveNext = true;
  #ended = 0;
  #hasVerifyRequests = false;

  constructor(options: JudgeOptions = {}) {
    const { rules = [...serviceRules, ...clientRules], segment, onFinding } = options;
    this.#options = options;
    this.#service = rules.filter((rule) => !isClientRule(rule)).map((rule) => new VerdictAccumulator(rule));
    this.#clients = rules.filter(isClientRule).map((rule) => new VerdictAccumulator(rule));
    this.#segments = new Segments({ ...DEFAULT_SEGMENT, ...segment });
    this.#live = onFinding && new LiveFindings(options, rules, onFinding);
  }

  /** Adds an exchange, in any order within a segment, each `sequence` once. Does not judge. */
  add(exchange: Exchange): void {
    this.#live?.add(exchange);
    if (this.#options.isLiveOnly !== true) this.#end(this.#segments.add(exchange));
  }

  /** Adds a whole segment, its exchanges in any order. Does not judge. */
  addSegment(exchanges: readonly Exchange[]): void {
    this.#end(exchanges);
  }

  /** Whether there is something to judge: an ended segment, or new traffic. */
  get isWaiting(): boolean {
    return this.#work.length > 0 || this.#live?.isWaiting === true;
  }

  /** Does one step of judging, which takes some milliseconds. Segments and the last exchanges take turns. */
  step(): void {
    const isLive = this.#isLiveNext || this.#work.length === 0;
    this.#isLiveNext = !this.#isLiveNext;
    if (isLive && this.#live?.isWaiting) this.#live.judge();
    else if (this.#work[0]?.next().done === true) this.#work.shift();
  }

  /** Reports what the last exchanges show. An exchange that started before it and is added later is out of order. */
  flush(): void {
    this.#live?.flush();
    this.#live?.judge();
  }

  /** Judges all added exchanges. @returns one verdict for each rule, those about clients last */
  verdicts(): readonly Verdict[] {
    this.#finish();
    return [...this.#service, ...this.#clients].map((accumulator) => accumulator.verdict());
  }

  evidence(): Evidence {
    this.#finish();
    return this.#evidence;
  }

  /** The report on all traffic. No exchange can be added after it. */
  report({ tool, target, access, notes = [], gaps = [], baseline }: JudgeReportOptions): Report {
    this.flush();
    const verdicts = this.verdicts();
    const { baseUrl } = this.#options;
    const isOfService = this.#service.length > 0;
    const missing = this.#recording.missingParts();
    return reportOf(this.#evidence, {
      tool,
      target: baseUrl ?? (this.#targets.bases.join(', ') || target),
      ...(access && { access }),
      verdicts,
      notes: [...notes, ...this.#notes()],
      evidence: recordingEvidence([...gaps, ...(isOfService ? this.#recording.gaps() : [])], missing),
      // The recording may have lost the evidence.
      explain: (reason) => (missing.length === 0 ? reason : `${reason} (${missing.join(', ')})`),
      ...(baseline && { baseline }),
    });
  }

  #finish(): void {
    const rest = this.#segments.end();
    // An empty journal is judged too: each rule then reports why it is not reached.
    if (rest.length > 0 || this.#ended === 0) this.#end(rest);
    for (let work = this.#work[0]; work; work = this.#work[0])
      if (work.next().done === true) this.#work.shift();
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
            `the journal was judged in ${this.#ended} segments; violations that span two segments were not judged`,
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

/**
 * Judges a journal as one trace. A bug in one rule gives this rule the outcome `error`, and does not affect the others.
 * @param rules default: every rule about the service
 * @returns one verdict for each rule, in the order of the rules
 */
export function judge(
  exchanges: readonly Exchange[],
  { rules = serviceRules, ...options }: Pick<JudgeOptions, 'rules' | keyof TraceOptions> = {},
): readonly Verdict[] {
  return judgeTrace(readTrace(exchanges, options), rules);
}

/** Like `judge`, for a trace. */
export function judgeTrace(trace: Trace, rules: readonly Rule[]): readonly Verdict[] {
  return rules.map((rule) => {
    const accumulator = new VerdictAccumulator(rule);
    accumulator.judge(trace);
    return accumulator.verdict();
  });
}
