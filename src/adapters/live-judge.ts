/**
 * Judges traffic while it passes: holds what went by lately, looks at it now and then, and says what it had not said before.
 * What was found stays found, also when what shows it has been forgotten.
 */
import {
  buildReport,
  judge,
  readTrace,
  rules,
  type Baseline,
  type Finding,
  type Report,
  type Verdict,
  watchConduct,
} from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';
import { JournalRing } from '../journal/ring.js';

/** What is held to judge by. */
const WINDOW = { entries: 2_000, bytes: 33_554_432 };

/** How many findings of one rule are kept. */
const MOST_FINDINGS = 100;

export interface LiveFinding {
  readonly rule: Verdict['rule'];
  readonly finding: Finding;
  /** The exchange that shows it. */
  readonly exchange: Exchange | undefined;
}

export class LiveJudge {
  readonly #baseUrl: string;
  readonly #conduct;
  /** What clients did, and was not told yet. */
  #news: LiveFinding[] = [];
  readonly #window = new JournalRing(WINDOW);
  readonly #found = new Map<string, Map<string, Finding>>();
  /** Exchanges that show a finding, held for the report. */
  readonly #evidence = new Map<number, Exchange>();
  #best = new Map<string, Verdict>();
  #isNew = false;
  #seen = 0;
  #succeeded = 0;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    this.#conduct = watchConduct({ baseUrl });
  }

  add(exchange: Exchange): void {
    this.#window.add(exchange);
    this.#isNew = true;
    this.#seen += 1;
    const status = exchange.response?.status ?? 0;
    if (status >= 200 && status < 300 && !exchange.failure) this.#succeeded += 1;
    for (const { rule, finding } of this.#conduct.see(exchange)) {
      this.#evidence.set(exchange.sequence, exchange);
      this.#news.push({ rule, finding, exchange });
    }
  }

  /** What was found since the last look. */
  look(): readonly LiveFinding[] {
    if (!this.#isNew) return [];
    this.#isNew = false;
    const exchanges = this.#window.exchanges();
    const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    const news = this.#news;
    this.#news = [];
    const found = judge(exchanges, { baseUrl: this.#baseUrl }).flatMap((verdict) => {
      const before = this.#best.get(verdict.rule.id);
      if (!before || verdict.outcome !== 'not-reached') this.#best.set(verdict.rule.id, verdict);
      return verdict.findings.flatMap((finding) => this.#note(verdict.rule, finding, bySequence) ?? []);
    });
    return [...news, ...found];
  }

  /** The report of everything so far. */
  report(tool: Report['tool'], notes: readonly string[], baseline: Baseline | undefined): Report {
    this.look();
    const exchanges = [...new Set([...this.#evidence.values(), ...this.#window.exchanges()])].sort(
      (one, two) => one.sequence - two.sequence,
    );
    const verdicts = [...rules.map((rule) => this.#verdictOf(rule)), ...this.#conduct.verdicts()];
    return buildReport({
      tool,
      target: this.#baseUrl,
      exchanges,
      trace: readTrace(exchanges, this.#baseUrl),
      verdicts,
      notes,
      ...(this.#succeeded === 0 && {
        stopped:
          this.#seen === 0
            ? 'nothing was asked of the upstream'
            : 'no request was answered with success; is this the address, and the key?',
      }),
      ...(baseline && { baseline }),
    });
  }

  #note(
    rule: Verdict['rule'],
    finding: Finding,
    exchanges: ReadonlyMap<number, Exchange>,
  ): LiveFinding | undefined {
    const found = this.#found.get(rule.id) ?? new Map<string, Finding>();
    this.#found.set(rule.id, found);
    const name = nameOf(finding);
    if (found.has(name) || found.size >= MOST_FINDINGS) return undefined;
    found.set(name, finding);
    const exchange = finding.exchange === undefined ? undefined : exchanges.get(finding.exchange);
    if (exchange) this.#evidence.set(exchange.sequence, exchange);
    return { rule, finding, exchange };
  }

  #verdictOf(rule: Verdict['rule']): Verdict {
    const last = this.#best.get(rule.id) ?? { rule, outcome: 'not-reached', findings: [] };
    const latest = new Set(last.findings.map(nameOf));
    const earlier = [...(this.#found.get(rule.id) ?? [])].filter(([name]) => !latest.has(name));
    const findings = [...last.findings, ...earlier.map(([, finding]) => finding)];
    const kinds = new Set(findings.map(({ kind }) => kind));
    const worst = (['fail', 'warn', 'observed'] as const).find((kind) => kinds.has(kind));
    return { ...last, findings, outcome: last.outcome === 'error' ? 'error' : (worst ?? last.outcome) };
  }
}

/** The same thing found again, however often, has the same name. */
function nameOf({ kind, message, expected, actual }: Finding): string {
  return JSON.stringify([kind, message.replace(/ \(\d+ times\)$/, ''), expected, actual]);
}
