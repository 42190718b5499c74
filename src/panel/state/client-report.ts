/** Client rule findings by exchange and by job. */
import { computed, signal } from '@preact/signals';
import type { ClientReport, FindingReport, RuleReport } from '../../judge/report/report.js';
import { exchanges, findJobId, isUnassigned } from './traffic.js';

export interface ExchangeFinding {
  readonly rule: RuleReport;
  readonly finding: FindingReport;
  /** The exchange that violated the rule, if this one is only evidence. */
  readonly evidenceFor: number | undefined;
}

export const clientReport = signal<ClientReport | undefined>(undefined);

/** The findings of each exchange, those about the exchange itself first. */
export const findingsByExchange = computed<ReadonlyMap<number, readonly ExchangeFinding[]>>(() => {
  const findings: (ExchangeFinding & { readonly exchange: number })[] = [];
  for (const rule of clientReport.value?.rules ?? [])
    for (const finding of rule.findings) {
      const cause = finding.evidence?.at(-1);
      const offenders = new Set(finding.violatingExchanges ?? (cause === undefined ? [] : [cause]));
      for (const exchange of offenders) findings.push({ exchange, rule, finding, evidenceFor: undefined });
      for (const exchange of finding.evidence ?? [])
        if (!offenders.has(exchange)) findings.push({ exchange, rule, finding, evidenceFor: cause });
    }
  findings.sort((one, other) => (one.evidenceFor ?? -1) - (other.evidenceFor ?? -1));
  return Map.groupBy(findings, ({ exchange }) => exchange);
});

/** The exchanges that violated a rule, in order. */
const violatingExchanges = computed<readonly number[]>(() =>
  [...findingsByExchange.value]
    .filter(([, findings]) => findings.some(isViolation))
    .map(([exchange]) => exchange)
    .sort((one, other) => one - other),
);
const violatingSet = computed(() => new Set(violatingExchanges.value));

/** The number of listed exchanges that violated a rule. Requests without a workspace do not count. */
export const violationCount = computed(
  () =>
    exchanges.value.filter((exchange) => violatingSet.value.has(exchange.sequence) && !isUnassigned(exchange))
      .length,
);

/** The exchanges that violated a rule, by job. */
export const violationsByJob = computed<ReadonlyMap<string, readonly number[]>>(() => {
  const byJob = new Map<string, number[]>();
  if (violatingSet.value.size === 0) return byJob;
  for (const exchange of exchanges.value) {
    const job = violatingSet.value.has(exchange.sequence) ? findJobId(exchange) : undefined;
    if (job !== undefined) byJob.set(job, [...(byJob.get(job) ?? []), exchange.sequence]);
  }
  return byJob;
});

export function isViolation({ finding: { severity }, evidenceFor }: ExchangeFinding): boolean {
  return evidenceFor === undefined && severity !== 'info';
}

export function hasViolation(sequence: number): boolean {
  return violatingSet.value.has(sequence);
}
