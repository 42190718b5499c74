/** The verdicts of the client rules about the workspace's traffic, and the findings by exchange. */
import { computed, signal } from '@preact/signals';
import type { ConductNote, ConductReport } from '../../generated/control-api.js';

export const conductReport = signal<ConductReport | undefined>(undefined);

export const conduct = computed<ReadonlyMap<number, readonly ConductNote[]>>(() =>
  Map.groupBy(conductReport.value?.notes ?? [], ({ exchange }) => exchange),
);
