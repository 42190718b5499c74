/** The lines in a log about clients: one line when a client first breaks a rule. */
import pc from 'picocolors';
import { clearRealTimeout, realElapsed, setRealTimeout } from '../base/real-time.js';
import { conductRules, LiveWindow, misconductLine, type Misconduct } from '../contract/index.js';
import type { Exchange } from '../journal/exchange.js';

export interface ClientRuleLogOptions {
  readonly style: 'pretty' | 'json';
  /** The path of the API. */
  readonly basePath: string;
  /** Milliseconds. */
  readonly tightLoop?: number;
  readonly write: (line: string) => void;
  readonly onBug: (error: unknown) => void;
}

/** The pause after a judgement is this multiple of its duration, up to MAX_PAUSE milliseconds. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE = 1_000;

/** Judges the latest exchanges again when the process is idle, so that it does not delay requests. */
export class ClientRuleLog {
  readonly #options: ClientRuleLogOptions;
  readonly #window: LiveWindow;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #nextRun = 0;

  constructor(options: ClientRuleLogOptions) {
    const { basePath, tightLoop } = options;
    this.#options = options;
    this.#window = new LiveWindow({
      baseUrl: basePath,
      rules: conductRules,
      ...(tightLoop !== undefined && { tightLoop }),
    });
  }

  add(exchange: Exchange): void {
    this.#window.add(exchange);
    if (this.#timer !== undefined) return;
    this.#timer = setRealTimeout(() => this.#judgeAndPause(), Math.max(0, this.#nextRun - realElapsed()));
    this.#timer.unref();
  }

  /** Judges the rest. No exchange can be added after it. */
  close(): void {
    clearRealTimeout(this.#timer);
    this.#window.flush();
    this.#judge();
  }

  #judgeAndPause(): void {
    this.#timer = undefined;
    const began = realElapsed();
    this.#judge();
    const ended = realElapsed();
    this.#nextRun = ended + Math.min((ended - began) * PAUSE_FACTOR, MAX_PAUSE);
  }

  #judge(): void {
    const { style, write, onBug } = this.#options;
    try {
      for (const finding of this.#window.judge())
        write((style === 'json' ? jsonLine : prettyLine)(finding as unknown as Misconduct));
    } catch (error) {
      onBug(error);
    }
  }
}

function prettyLine(misconduct: Misconduct): string {
  const { kind } = misconduct.finding;
  const colour = kind === 'fail' ? pc.red : pc.yellow;
  return `${colour('client')} ${misconductLine(misconduct)}\n       ${pc.dim(misconduct.rule.hint)}`;
}

function jsonLine({ rule: { id, sections, level, hint }, finding }: Misconduct): string {
  const { kind, message, client, exchanges } = finding;
  return JSON.stringify({
    time: new Date().toISOString(),
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
