/** Light or dark: what the system prefers, until somebody chooses. */
import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEPT = 'deckhand-theme';
const kept = localStorage.getItem(KEPT);

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

effect(() => {
  const { value } = theme;
  if (value === 'system') {
    delete document.documentElement.dataset['theme'];
    localStorage.removeItem(KEPT);
  } else {
    document.documentElement.dataset['theme'] = value;
    localStorage.setItem(KEPT, value);
  }
});
