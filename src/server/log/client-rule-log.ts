/** Logs client rule violations, and fields with an undocumented name: one line at the first of a client. */
import { styleText } from 'node:util';
import { IdleScheduler } from '../../base/idle-scheduler.js';
import { clientRules, LiveJudge, sanitizeText, formatSections, type LiveFinding } from '../../judge/index.js';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { wrapLine } from '../../base/text/wrap.js';
import { COLUMNS } from './format-request.js';

const COLORS = { fail: 'red', warn: 'yellow', info: 'cyan' } as const;

export interface ClientRuleLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

export class ClientRuleLog {
  readonly #judge: LiveJudge;
  readonly #scheduler: IdleScheduler;
  readonly #onBug: (error: unknown) => void;

  constructor({ style, basePath, write, onBug }: ClientRuleLogOptions) {
    this.#onBug = onBug;
    const judge = new LiveJudge(
      clientRules,
      { baseUrl: basePath },
      (finding) => write((style === 'json' ? jsonLine : prettyLine)(finding)),
      ({ documentedField }) => documentedField !== undefined,
    );
    this.#judge = judge;
    this.#scheduler = new IdleScheduler({
      get hasNextStep() {
        return judge.hasNextStep;
      },
      runStep: () => this.#reportBugs(() => judge.runStep()),
    });
  }

  add(exchange: Exchange): void {
    this.#judge.add(exchange);
    this.#scheduler.schedule();
  }

  /** Judges the remaining exchanges. No exchange can be added afterwards. */
  close(): void {
    this.#scheduler.stop();
    this.#reportBugs(() => this.#judge.judgeAll());
  }

  #reportBugs(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onBug(error);
    }
  }
}

/** `client client/stops-polling-when-completed (sections 3, 4.5): this client polls job g … [deck-app/1.0, key 1a2b3c4d] #4, #5` */
function prettyLine({ rule, finding }: LiveFinding): string {
  const { severity, message, client = '', evidence = [] } = finding;
  const sequences = evidence.map((sequence) => `#${sequence}`).join(', ');
  const line = sanitizeText(
    `${rule.id} (${formatSections(rule.sections)}): ${message} [${client}] ${sequences}`,
  );
  const hint = wrapLine(`       ${rule.hint ?? ''}`, 7, COLUMNS);
  return `${wrapLine(`${styleText(COLORS[severity], 'client')} ${line}`, 7, COLUMNS)}\n${styleText('dim', hint)}`;
}

function jsonLine({ rule: { id, sections, level, hint }, finding }: LiveFinding): string {
  const { severity, message, client, evidence } = finding;
  return JSON.stringify({
    time: new Date(realNow()).toISOString(),
    rule: id,
    sections,
    level,
    severity,
    message,
    client,
    exchanges: evidence,
    hint,
  });
}
