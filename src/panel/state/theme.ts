/** Light or dark: the user's selection, or else the preference of the system. */
import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'deckhand-theme';
const stored = localStorage.getItem(STORAGE_KEY);

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

effect(() => {
  const { value } = theme;
  if (value === 'system') {
    delete document.documentElement.dataset['theme'];
    localStorage.removeItem(STORAGE_KEY);
  } else {
    document.documentElement.dataset['theme'] = value;
    localStorage.setItem(STORAGE_KEY, value);
  }
});
