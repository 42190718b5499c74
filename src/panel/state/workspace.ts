/** The selected workspace with its active faults, and the list of all workspaces. */
import { computed, signal } from '@preact/signals';
import type { ArmedFault, Workspace } from '../../generated/control-api.js';
import { nowInSeconds } from './clock.js';

export const workspace = signal<Workspace | undefined>(undefined);
export const workspaces = signal<readonly Workspace[]>([]);
const allFaults = signal<readonly ArmedFault[]>([]);

/** The active faults. Expired ones are filtered by the clock, because nothing changes when a fault expires. */
export const faults = computed(() =>
  allFaults.value.filter(({ until }) => Date.parse(until) > nowInSeconds.value),
);

export function setFaults(list: readonly ArmedFault[]): void {
  allFaults.value = list;
}
