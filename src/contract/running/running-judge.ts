/**
 * Judges a journal of any length, exchange by exchange, in bounded memory; the verdicts are those of `judge`. Only what is
 * apart by thousands of other requests is judged apart. Several services in one journal are told apart by their addresses.
 */
import { basePath } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Evidence } from '../report/evidence.js';
import type { Rule, Verdict } from '../rule.js';
import { rules as allRules } from '../rules/all-rules.js';
import { callOf, type Call } from '../trace/call.js';
import { traceOf } from '../trace/trace.js';
import { Docket, type DocketLimits } from './docket.js';
import { Proceedings } from './proceedings.js';

export interface RunningJudgeOptions {
  /** The base address, ending in /api/v1. When left out, every address with a path part /api/v1 is a service. */
  readonly baseUrl?: string;
  /** Default: every rule there is. */
  readonly rules?: readonly Rule[];
  readonly limits?: DocketLimits;
}

export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly evidence: Evidence;
  /** The base addresses that were judged. */
  readonly targets: readonly string[];
  /** Requests of no documented operation. */
  readonly unmatched: number;
  /** What a reader of the report should know of how it was judged. */
  readonly notes: readonly string[];
  /** Why nothing can be said of the service, in one line. */
  readonly stopped: string | undefined;
}

/** More services than this in one journal are none that anybody wants to judge together. */
const MOST_TARGETS = 8;

export class RunningJudge {
  readonly #proceedings: Proceedings;
  readonly #dockets = new Map<string, Docket>();
  readonly #baseUrl: string | undefined;
  readonly #limits: DocketLimits | undefined;
  #unmatched = 0;
  #elsewhere = 0;

  constructor({ baseUrl, rules = allRules, limits }: RunningJudgeOptions = {}) {
    this.#proceedings = new Proceedings(rules);
    this.#baseUrl = baseUrl;
    this.#limits = limits;
  }

  /**
   * Exchanges come in the order of their beginning, about; each `sequence` once.
   * @param known the exchange as a call, where it was read already, by the same base address
   */
  add(exchange: Exchange, known?: Call): void {
    this.#proceedings.count(exchange);
    const base = this.#baseUrl ?? baseOf(exchange.request.url);
    const call = base === undefined ? undefined : (known ?? callOf(exchange, this.#baseUrl));
    if (base === undefined || !call) {
      this.#unmatched++;
      return;
    }
    const docket = this.#dockets.get(base) ?? this.#open(base);
    if (!docket) {
      this.#elsewhere++;
      return;
    }
    docket.add(call);
  }

  finish(): Judged {
    const dockets = [...this.#dockets.values()];
    for (const docket of dockets) docket.finish();
    // Rules say themselves why nothing reached them.
    if (dockets.length === 0) this.#proceedings.hear(traceOf([], 0));
    const resumed = dockets.reduce((sum, docket) => sum + docket.resumed, 0);
    return {
      verdicts: this.#proceedings.verdicts(),
      evidence: this.#proceedings.evidence(),
      targets: [...this.#dockets.keys()],
      unmatched: this.#unmatched,
      notes: [
        ...(resumed > 0
          ? [
              `${resumed} jobs or presentations came back after much other traffic; their parts were judged apart`,
            ]
          : []),
        ...(this.#elsewhere > 0
          ? [
              `${this.#elsewhere} requests to more than ${MOST_TARGETS} addresses were not judged (--base-url)`,
            ]
          : []),
      ],
      stopped: this.#proceedings.whyUnjudged(),
    };
  }

  #open(base: string): Docket | undefined {
    if (this.#dockets.size >= MOST_TARGETS) return undefined;
    const docket = new Docket(this.#proceedings, this.#limits);
    this.#dockets.set(base, docket);
    return docket;
  }
}

/** The addresses of a journal mostly have the same base. */
let latestBase = '';

/** The address up to its first path part /api/v1; `undefined` when there is none. */
function baseOf(url: string): string | undefined {
  if (latestBase !== '' && url.startsWith('/', latestBase.length) && url.startsWith(latestBase))
    return latestBase;
  const at = url.indexOf(`${basePath}/`);
  if (at < 0) return undefined;
  const base = url.slice(0, at + basePath.length);
  if (base.includes('?') || base.includes('#')) return undefined;
  return (latestBase = base);
}
