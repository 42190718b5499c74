/** The dialog that is open above all views. */
import { effect, signal } from '@preact/signals';
import { view, workspaceId } from './route.js';

export type OpenDialog =
  | { readonly kind: 'keys' | 'connect' }
  /** @param scenario the selected scenario; undefined for the one that a client would get */
  | { readonly kind: 'start'; readonly scenario?: string };

export const openDialog = signal<OpenDialog | undefined>(undefined);

// A dialog belongs to its place.
effect(() => {
  void [workspaceId.value, view.value];
  openDialog.value = undefined;
});

export function closeDialog(): void {
  openDialog.value = undefined;
}
