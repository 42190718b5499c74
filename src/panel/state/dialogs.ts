/** The open dialog. */
import { effect, signal } from '@preact/signals';
import { view, workspaceId } from './route.js';

export interface CurrentDialog {
  readonly kind: 'connect' | 'fault' | 'start' | 'reset';
}

export const currentDialog = signal<CurrentDialog | undefined>(undefined);

// Navigation closes the dialog. Reading the signals subscribes to them.
effect(() => {
  void [workspaceId.value, view.value];
  currentDialog.value = undefined;
});

export function closeDialog(): void {
  currentDialog.value = undefined;
}
