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
} from '../conduct/watch.js';
import { reportOf } from '../report/build-report.js';
import type { Evidence } from '../report/evidence.js';
import type { Report } from '../report/model.js';
import type { Finding, Verdict } from '../rule.js';
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

export class TrafficJudge {
  readonly #service: RunningJudge;
  readonly #clients: ConductWatch;
  /** The exchanges that clients' faults rest on; few, as each is told once for a rule and client. */
  readonly #cited = new Map<number, Exchange>();
  readonly #baseUrl: string | undefined;

  constructor(options: TrafficJudgeOptions = {}) {
    this.#service = new RunningJudge(options);
    this.#clients = watchConduct(options);
    this.#baseUrl = options.baseUrl;
  }

  /** Exchanges come in the order of their beginning, about; each `sequence` once. */
  add(exchange: Exchange): void {
    this.#service.add(exchange);
    if (this.#clients.see(exchange).length > 0) this.#cited.set(exchange.sequence, exchange);
  }

  /** Nothing more comes. */
  report({ tool, target, notes = [], baseline }: TrafficReportOptions): Report {
    const { verdicts, evidence, targets, notes: more, stopped } = this.#service.finish();
    const clients = this.#clients.verdicts().map(withClients);
    return reportOf(this.#withCited(evidence), {
      tool,
      target: this.#baseUrl ?? (targets.join(', ') || target),
      verdicts: [...verdicts, ...clients],
      notes: [...notes, ...more],
      ...(stopped !== undefined && { stopped }),
      ...(baseline && { baseline }),
    });
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
