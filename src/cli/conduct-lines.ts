/** What `deckhand serve` says of clients that misbehave: a line the first time that a client breaks a rule, and no more. */
import pc from 'picocolors';
import { misconductLine, watchWorkspaces, type Misconduct } from '../contract/index.js';
import { basePath } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';

export interface ConductLinesOptions {
  readonly style: 'pretty' | 'json';
  /** Ms. */
  readonly tightLoop?: number;
}

/** @returns what to print when an exchange is over: mostly nothing */
export function conductLines({
  style,
  tightLoop,
}: ConductLinesOptions): (exchange: Exchange) => readonly string[] {
  const watch = watchWorkspaces({ baseUrl: basePath, ...(tightLoop !== undefined && { tightLoop }) });
  return (exchange) => watch.see(exchange).map(style === 'json' ? jsonLine : prettyLine);
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
