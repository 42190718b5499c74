/** The dialog that is open above all views. */
import { signal } from '@preact/signals';

export type OpenDialog =
  | { readonly kind: 'palette' | 'keys' | 'connect' }
  /** @param scenario the selected scenario; undefined for the one that a client would get */
  | { readonly kind: 'start'; readonly scenario?: string };

export const openDialog = signal<OpenDialog | undefined>(undefined);

export function closeDialog(): void {
  openDialog.value = undefined;
}
