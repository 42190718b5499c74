/** The open dialog. */
import { effect, signal } from '@preact/signals';
import { view, workspaceId } from './route.js';

export interface OpenDialog {
  readonly kind: 'connect' | 'fault' | 'start' | 'reset';
}

export const openDialog = signal<OpenDialog | undefined>(undefined);

// Navigation closes the dialog.
effect(() => {
  void [workspaceId.value, view.value];
  openDialog.value = undefined;
});

export function closeDialog(): void {
  openDialog.value = undefined;
}
