/** The control token, if the server requires one. It is stored for this tab only. */
import { signal } from '@preact/signals';

const STORAGE_KEY = 'deckhand-control-token';

export const token = signal(sessionStorage.getItem(STORAGE_KEY) ?? '');

export function storeToken(value: string): void {
  token.value = value;
  if (value) sessionStorage.setItem(STORAGE_KEY, value);
  else sessionStorage.removeItem(STORAGE_KEY);
}
