/** How the user wants to see the frames. The browser keeps it for the next visit. */
import { effect } from '@preact/signals';
import { columnChoice, size, SIZES, type FrameWidth } from './state.js';

const STORAGE_KEY = 'deckhand-wall-view';

/** The largest number of frames in a row that can be chosen. */
export const MAX_COLUMN_CHOICE = 6;

/** Reads the choices of an earlier visit, and saves each change. */
export function keepViewSettings(): void {
  const { frameWidth, columns } = read();
  if (isFrameWidth(frameWidth)) size.value = frameWidth;
  if (isColumnChoice(columns)) columnChoice.value = columns;
  effect(() => write({ frameWidth: size.value, columns: columnChoice.value }));
}

const isFrameWidth = (value: unknown): value is FrameWidth =>
  typeof value === 'number' && Object.hasOwn(SIZES, value);

const isColumnChoice = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_COLUMN_CHOICE;

function read(): { readonly frameWidth?: unknown; readonly columns?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // The browser keeps nothing for this page, or another program wrote there.
    return {};
  }
}

function write(value: object): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(value));
  } catch {
    // The choice lasts until the page is closed.
  }
}
