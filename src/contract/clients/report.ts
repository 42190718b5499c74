/** The verdicts about clients as plain data, for the control API, tests and printing. */
import type { FindingKind, Level, Outcome } from '../rule.js';
import { boundedText } from '../report/bounded.js';
import { valueText } from '../report/value-text.js';
import type { ClientFinding } from './client-finding.js';
import type { ConductVerdict } from './judge-conduct.js';

export interface ConductReport {
  /** The worst outcome of all rules. An observation counts as `pass`. */
  outcome: 'pass' | 'warn' | 'fail' | 'error' | 'not-reached';
  /** The number of judged exchanges. */
  exchanges: number;
  /** The number of older exchanges that the journal had dropped. */
  dropped: number;
  rules: ConductRuleReport[];
  /** The findings by exchange. */
  notes: ConductNote[];
}

export interface ConductRuleReport {
  id: string;
  sections: string[];
  level: Level;
  title: string;
  outcome: Outcome;
  reason?: string;
  hint: string;
  findings: ConductFindingReport[];
}

export interface ConductFindingReport {
  kind: FindingKind;
  message: string;
  expected?: string;
  actual?: string;
  client: string;
  exchanges: number[];
  times: number;
}

export interface ConductNote {
  exchange: number;
  rule: string;
  kind: FindingKind;
  message: string;
}

export function conductReport(
  verdicts: readonly ConductVerdict[],
  { exchanges, dropped = 0 }: { readonly exchanges: number; readonly dropped?: number },
): ConductReport {
  const rules = verdicts.map(ruleReport);
  return { outcome: outcomeOf(rules), exchanges, dropped, rules, notes: notesOf(rules) };
}

/** The rules that a client broke, `should` rules included. */
export function brokenRules({ rules }: ConductReport): readonly ConductRuleReport[] {
  return rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
}

function outcomeOf(rules: readonly ConductRuleReport[]): ConductReport['outcome'] {
  for (const outcome of ['error', 'fail', 'warn'] as const)
    if (rules.some((rule) => rule.outcome === outcome)) return outcome;
  return rules.some(({ outcome }) => outcome === 'pass' || outcome === 'observed') ? 'pass' : 'not-reached';
}

function ruleReport({ rule, outcome, findings, reason }: ConductVerdict): ConductRuleReport {
  const { id, sections, level, title, hint } = rule;
  return {
    id,
    sections: [...sections],
    level,
    title,
    outcome,
    ...(reason !== undefined && { reason }),
    hint,
    findings: findings.map(findingReport),
  };
}

function findingReport(finding: ClientFinding): ConductFindingReport {
  const { kind, message, expected, actual, client, exchanges, times } = finding;
  return {
    kind,
    message: boundedText(message),
    ...(expected !== undefined && { expected: boundedText(valueText(expected, true)) }),
    ...(actual !== undefined && { actual: boundedText(valueText(actual, true)) }),
    client,
    exchanges: [...exchanges],
    times,
  };
}

function notesOf(rules: readonly ConductRuleReport[]): ConductNote[] {
  const notes = rules.flatMap(({ id, findings }) =>
    findings.flatMap(({ kind, message, exchanges }) =>
      exchanges.map((exchange) => ({ exchange, rule: id, kind, message })),
    ),
  );
  return notes.sort((one, other) => one.exchange - other.exchange);
}
