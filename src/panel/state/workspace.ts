/** What else there is of the chosen workspace, and which workspaces there are. */
import { computed, signal } from '@preact/signals';
import type { ArmedFault, Workspace } from '../../generated/control-api.js';
import { nowBySeconds } from './clock.js';

export const workspace = signal<Workspace | undefined>(undefined);
export const workspaces = signal<readonly Workspace[]>([]);
const armed = signal<readonly ArmedFault[]>([]);

/** Those whose time has not run out. Nobody tells when it does: it is read off the clock. */
export const faults = computed(() =>
  armed.value.filter(({ until }) => Date.parse(until) > nowBySeconds.value),
);

export function setFaults(list: readonly ArmedFault[]): void {
  armed.value = list;
}
