/** The selected workspace with its active faults, and the list of all workspaces. */
import { computed, signal } from '@preact/signals';
import type { ActiveFault, WorkspaceInfo } from '../../generated/control-api.js';
import { nowInSeconds } from './clock.js';

export const workspace = signal<WorkspaceInfo | undefined>(undefined);
export const workspaces = signal<readonly WorkspaceInfo[]>([]);
const allFaults = signal<readonly ActiveFault[]>([]);

/** The active faults. Expired ones are filtered by the clock, because the server reports no change when a fault expires. */
export const faults = computed(() =>
  allFaults.value.filter(({ expires_at }) => Date.parse(expires_at) > nowInSeconds.value),
);

export function setFaults(list: readonly ActiveFault[]): void {
  allFaults.value = list;
}
