/** The verdicts of the client rules about the workspace's traffic, and the findings by exchange. */
import { computed, signal } from '@preact/signals';
import type { ClientFinding, ClientReport } from '../../generated/control-api.js';

export interface ExchangeNote extends Pick<ClientFinding, 'kind' | 'message'> {
  readonly exchange: number;
  readonly rule: string;
  /** The exchange that broke the rule, if this one is only evidence for it. */
  readonly evidenceFor: number | undefined;
}

export const conductReport = signal<ClientReport | undefined>(undefined);

/** The notes of each exchange, those about the exchange itself first. */
export const conduct = computed<ReadonlyMap<number, readonly ExchangeNote[]>>(() => {
  const notes = (conductReport.value?.rules ?? []).flatMap(({ id: rule, findings }) =>
    findings.flatMap(({ kind, message, exchanges }) =>
      // The last exchange caused the finding.
      exchanges.map((exchange) => ({
        exchange,
        rule,
        kind,
        message,
        evidenceFor: exchange === exchanges.at(-1) ? undefined : exchanges.at(-1),
      })),
    ),
  );
  notes.sort((one, other) => (one.evidenceFor ?? -1) - (other.evidenceFor ?? -1));
  return Map.groupBy(notes, ({ exchange }) => exchange);
});

/** Whether the exchange itself is noted, and not only as evidence. */
export function isNoted(sequence: number): boolean {
  return conduct.value.get(sequence)?.some(({ evidenceFor }) => evidenceFor === undefined) ?? false;
}
