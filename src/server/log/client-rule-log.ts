/** The lines in a log about clients: one line when a client first breaks a rule. */
import { styleText } from 'node:util';
import { IdleWork } from '../../base/idle-work.js';
import { clientRules, LiveJudge, neutral, sectionsText, type LiveFinding } from '../../contract/index.js';
import type { Exchange } from '../../journal/exchange.js';
import { realNow } from '../../base/real-time.js';
import { wrapped } from '../../base/text/wrap.js';
import { COLUMNS } from './request-lines.js';

export interface ClientRuleLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

export class ClientRuleLog {
  readonly #judge: LiveJudge;
  readonly #judging: IdleWork;
  readonly #onBug: (error: unknown) => void;

  constructor({ style, basePath, write, onBug }: ClientRuleLogOptions) {
    this.#onBug = onBug;
    const judge = new LiveJudge(clientRules, { baseUrl: basePath }, (found) =>
      write((style === 'json' ? jsonLine : prettyLine)(found)),
    );
    this.#judge = judge;
    this.#judging = new IdleWork({
      get isWaiting() {
        return judge.isWaiting;
      },
      step: () => this.#guarded(() => judge.step()),
    });
  }

  add(exchange: Exchange): void {
    this.#judge.add(exchange);
    this.#judging.schedule();
  }

  /** Judges the rest. No exchange can be added after it. */
  close(): void {
    this.#judging.stop();
    this.#guarded(() => this.#judge.flush());
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#onBug(error);
    }
  }
}

/** `client client/stops-when-completed (sections 3, 4.5): this client polls job g … [deck-app/1.0, key 1a2b3c4d] #4, #5` */
function prettyLine({ rule, finding }: LiveFinding): string {
  const { kind, message, client = '', exchanges = [] } = finding;
  const colour = kind === 'fail' ? 'red' : 'yellow';
  const sequences = exchanges.map((sequence) => `#${sequence}`).join(', ');
  const line = neutral(`${rule.id} (${sectionsText(rule.sections)}): ${message} [${client}] ${sequences}`);
  const hint = wrapped(`       ${rule.hint ?? ''}`, 7, COLUMNS);
  return `${wrapped(`${styleText(colour, 'client')} ${line}`, 7, COLUMNS)}\n${styleText('dim', hint)}`;
}

function jsonLine({ rule: { id, sections, level, hint }, finding }: LiveFinding): string {
  const { kind, message, client, exchanges } = finding;
  return JSON.stringify({
    time: new Date(realNow()).toISOString(),
    conduct: id,
    sections,
    level,
    kind,
    message,
    client,
    exchanges,
    hint,
  });
}
