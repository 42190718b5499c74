/** Client rule findings by exchange and job.: the broken rules of each exchange and of each job. */
import { computed, signal } from '@preact/signals';
import type { ClientReport, FindingReport, RuleReport } from '../../judge/report/report.js';
import { jobIdOf } from './exchange-job.js';
import { exchanges, isUnassigned } from './traffic.js';

export interface ExchangeFinding {
  readonly rule: RuleReport;
  readonly finding: FindingReport;
  /** The exchange that broke the rule, if this one is only evidence for it. */
  readonly evidenceFor: number | undefined;
}

export const clientReport = signal<ClientReport | undefined>(undefined);

/** The notes of each exchange, those about the exchange itself first. */
export const findingsByExchange = computed<ReadonlyMap<number, readonly ExchangeFinding[]>>(() => {
  const notes: (ExchangeFinding & { readonly exchange: number })[] = [];
  for (const rule of clientReport.value?.rules ?? [])
    for (const finding of rule.findings) {
      const cause = finding.exchanges?.at(-1);
      const offenders = new Set(finding.offenders ?? (cause === undefined ? [] : [cause]));
      for (const exchange of offenders) notes.push({ exchange, rule, finding, evidenceFor: undefined });
      for (const exchange of finding.exchanges ?? [])
        if (!offenders.has(exchange)) notes.push({ exchange, rule, finding, evidenceFor: cause });
    }
  notes.sort((one, other) => (one.evidenceFor ?? -1) - (other.evidenceFor ?? -1));
  return Map.groupBy(notes, ({ exchange }) => exchange);
});

/** The exchanges that broke a rule, in their order. An observation breaks none. */
const violatingExchanges = computed<readonly number[]>(() =>
  [...findingsByExchange.value]
    .filter(([, notes]) => notes.some(isViolation))
    .map(([exchange]) => exchange)
    .sort((one, other) => one - other),
);
const brokenSet = computed(() => new Set(violatingExchanges.value));

/** Of the listed exchanges of the workspace. Requests without a workspace do not count. */
export const violationCount = computed(
  () =>
    exchanges.value.filter((exchange) => brokenSet.value.has(exchange.sequence) && !isUnassigned(exchange))
      .length,
);

/** The exchanges that broke a rule, by job. */
export const violationsByJob = computed<ReadonlyMap<string, readonly number[]>>(() => {
  const byJob = new Map<string, number[]>();
  if (brokenSet.value.size === 0) return byJob;
  for (const exchange of exchanges.value) {
    const job = brokenSet.value.has(exchange.sequence) ? jobIdOf(exchange) : undefined;
    if (job !== undefined) byJob.set(job, [...(byJob.get(job) ?? []), exchange.sequence]);
  }
  return byJob;
});

export function isViolation({ finding: { kind }, evidenceFor }: ExchangeFinding): boolean {
  return evidenceFor === undefined && kind !== 'info';
}

export function hasViolation(sequence: number): boolean {
  return brokenSet.value.has(sequence);
}
