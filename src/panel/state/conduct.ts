/** The verdicts of the client rules about the workspace's traffic: the broken rules of each exchange and of each job. */
import { computed, signal } from '@preact/signals';
import type { ClientReport, FindingReport, RuleReport } from '../../contract/report/model.js';
import { jobOf } from './exchange-job.js';
import { exchanges, isUnassigned } from './traffic.js';

export interface ExchangeNote {
  readonly rule: RuleReport;
  readonly finding: FindingReport;
  /** The exchange that broke the rule, if this one is only evidence for it. */
  readonly evidenceFor: number | undefined;
}

export const conductReport = signal<ClientReport | undefined>(undefined);

/** The notes of each exchange, those about the exchange itself first. */
export const conduct = computed<ReadonlyMap<number, readonly ExchangeNote[]>>(() => {
  const notes: (ExchangeNote & { readonly exchange: number })[] = [];
  for (const rule of conductReport.value?.rules ?? [])
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
const broken = computed<readonly number[]>(() =>
  [...conduct.value]
    .filter(([, notes]) => notes.some(isBreach))
    .map(([exchange]) => exchange)
    .sort((one, other) => one - other),
);
const brokenSet = computed(() => new Set(broken.value));

/** Of the listed exchanges of the workspace. Requests without a workspace do not count. */
export const brokenCount = computed(
  () =>
    exchanges.value.filter((exchange) => brokenSet.value.has(exchange.sequence) && !isUnassigned(exchange))
      .length,
);

/** The exchanges that broke a rule, by job. */
export const brokenByJob = computed<ReadonlyMap<string, readonly number[]>>(() => {
  const byJob = new Map<string, number[]>();
  if (brokenSet.value.size === 0) return byJob;
  for (const exchange of exchanges.value) {
    const job = brokenSet.value.has(exchange.sequence) ? jobOf(exchange) : undefined;
    if (job !== undefined) byJob.set(job, [...(byJob.get(job) ?? []), exchange.sequence]);
  }
  return byJob;
});

export function isBreach({ finding: { kind }, evidenceFor }: ExchangeNote): boolean {
  return evidenceFor === undefined && kind !== 'observed';
}

export function isBroken(sequence: number): boolean {
  return brokenSet.value.has(sequence);
}
