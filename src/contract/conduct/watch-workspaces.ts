/**
 * Watches the clients of several workspaces at once, each by its own clock: what is done to one clock says nothing of another's
 * intervals. Of those met longest ago the verdicts stay, and what was remembered goes.
 */
import type { Exchange } from '../../journal/exchange.js';
import type { ConductOptions } from './options.js';
import { watchConduct, type ConductVerdict, type ConductWatch } from './watch.js';

/** How many workspaces are watched at a time, and how much is remembered of each. */
const WATCHED = 100;
const REMEMBERED = 1000;

/** The worst first. */
const OUTCOMES = ['error', 'fail', 'warn', 'observed', 'pass', 'not-reached'] as const;

/** Of how many clients a rule speaks one by one. */
const FINDINGS = 50;

export function watchWorkspaces(options: ConductOptions = {}): ConductWatch {
  const watches = new Map<string, ConductWatch>();
  let past = watchConduct(options).verdicts();
  return {
    see(exchange: Exchange) {
      const name = exchange.notes?.workspaceId ?? '';
      const watch = watches.get(name) ?? watchConduct({ remembered: REMEMBERED, ...options });
      watches.delete(name);
      watches.set(name, watch);
      const [oldest] = watches;
      if (watches.size > WATCHED && oldest) {
        past = together(past, oldest[1].verdicts());
        watches.delete(oldest[0]);
      }
      return watch.see(exchange);
    },
    verdicts: () => [...watches.values()].map((watch) => watch.verdicts()).reduce(together, past),
  };
}

function together(
  verdicts: readonly ConductVerdict[],
  others: readonly ConductVerdict[],
): readonly ConductVerdict[] {
  return verdicts.map((one, index) => {
    const other = others[index] ?? one;
    const outcome = OUTCOMES.find((each) => each === one.outcome || each === other.outcome) ?? 'error';
    const { reason } = one.outcome === outcome ? one : other;
    const findings = [...one.findings, ...other.findings].slice(0, FINDINGS);
    return { rule: one.rule, outcome, findings, ...(reason !== undefined && { reason }) };
  });
}
