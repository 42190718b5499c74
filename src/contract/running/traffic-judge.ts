/**
 * Judges both sides of recorded traffic in one pass and in bounded memory: the service by the rules of `judge`, its clients by
 * those of conduct. Knows neither where the traffic comes from nor how the report is shown.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Baseline } from '../baseline.js';
import {
  watchConduct,
  type ConductFinding,
  type ConductVerdict,
  type ConductWatch,
  type Misconduct,
} from '../conduct/watch.js';
import { reportOf } from '../report/build-report.js';
import type { Evidence } from '../report/evidence.js';
import type { CoverageItem } from '../report/coverage-model.js';
import type { Report } from '../report/model.js';
import type { Finding, Verdict } from '../rule.js';
import { keyMarks } from '../key-marks.js';
import { callOf } from '../trace/call.js';
import { credentialOf, type Credential } from '../trace/credential.js';
import { operationOf } from '../trace/operation.js';
import type { DocketLimits } from './docket.js';
import { RunningJudge } from './running-judge.js';

export interface TrafficJudgeOptions {
  /** The base address, ending in /api/v1. When left out, every address with a path part /api/v1 is a service. */
  readonly baseUrl?: string;
  /** Polls of one job that follow each other faster than this, in ms, are a tight loop (4.5). Default: 1000. */
  readonly tightLoop?: number;
  readonly limits?: DocketLimits;
}

export interface TrafficReportOptions {
  readonly tool: Report['tool'];
  /** What was judged, when no base address was met. */
  readonly target: string;
  readonly notes?: readonly string[];
  /** Known violations, which do not fail the run. */
  readonly baseline?: Baseline;
}

const checkMarks: ReadonlySet<string> = new Set(Object.values(keyMarks));

export class TrafficJudge {
  readonly #service: RunningJudge;
  readonly #clients: ConductWatch;
  /** The exchanges that clients' faults rest on; few, as each is told once for a rule and client. */
  readonly #cited = new Map<number, Exchange>();
  readonly #baseUrl: string | undefined;
  #hasCheck = false;

  constructor(options: TrafficJudgeOptions = {}) {
    this.#service = new RunningJudge(options);
    this.#clients = watchConduct(options);
    this.#baseUrl = options.baseUrl;
  }

  /**
   * Exchanges come in the order of their beginning, about; each `sequence` once.
   * @returns what its client did wrong for the first time
   */
  add(exchange: Exchange): readonly Misconduct[] {
    const call = callOf(exchange, this.#baseUrl);
    this.#service.add(exchange, call);
    if (this.#isOfCheck(call?.by ?? credentialOf(exchange.request.headers))) return [];
    const news = this.#clients.see(exchange, call);
    if (news.length > 0) this.#cited.set(exchange.sequence, exchange);
    return news;
  }

  /** Whether a check of ours asked, which tries on purpose what no client does: by the marks of its keys. */
  #isOfCheck({ key }: Credential): boolean {
    const isMarked = key !== undefined && checkMarks.has(key);
    this.#hasCheck ||= isMarked;
    return isMarked || (key === undefined && this.#hasCheck);
  }

  /** Nothing more comes. */
  report({ tool, target, notes = [], baseline }: TrafficReportOptions): Report {
    const { verdicts, evidence, targets, notes: more, stopped } = this.#service.finish();
    const clients = this.#clients.verdicts().map(withClients);
    const report = reportOf(this.#withCited(evidence), {
      tool,
      target: this.#baseUrl ?? (targets.join(', ') || target),
      verdicts: [...verdicts, ...clients],
      notes: [
        ...notes,
        ...more,
        ...(this.#hasCheck ? ['requests of deckhand verify are not judged as those of a client'] : []),
      ],
      ...(stopped !== undefined && { stopped }),
      ...(baseline && { baseline }),
    });
    return withoutOptions(report);
  }

  #withCited(evidence: Evidence): Evidence {
    const exchange = (sequence: number): Exchange | undefined =>
      evidence.exchange(sequence) ?? this.#cited.get(sequence);
    const operation = (sequence: number): OperationId | undefined => {
      const request = this.#cited.get(sequence)?.request;
      const match = request && operationOf(request.method, request.url, this.#baseUrl);
      return evidence.operation(sequence) ?? match?.operation;
    };
    return { ...evidence, exchange, operation };
  }
}

/** Reasons name the options of a check that would reach more; of a recording nobody can ask for more. */
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

/** What a reader of a report has to know of a client's fault stands in its message: who it was, and how often. */
function withClients({ findings, ...verdict }: ConductVerdict): Verdict {
  return { ...verdict, findings: findings.map(told) };
}

function told({ message, client, exchanges, times, ...finding }: ConductFinding): Finding {
  const others = exchanges.filter((sequence) => sequence !== finding.exchange);
  const after = others.length > 0 ? `, after ${others.map((sequence) => `#${sequence}`).join(', ')}` : '';
  const often = times > 1 ? ` (${times} times)` : '';
  return { ...finding, message: `${message} [${client}]${after}${often}` };
}
