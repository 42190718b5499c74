/** The control token, where the server demands one: kept for this tab, and for no longer. */
import { signal } from '@preact/signals';

const KEPT = 'deckhand-control-token';

export const token = signal(sessionStorage.getItem(KEPT) ?? '');

export function keepToken(value: string): void {
  token.value = value;
  if (value) sessionStorage.setItem(KEPT, value);
  else sessionStorage.removeItem(KEPT);
}
