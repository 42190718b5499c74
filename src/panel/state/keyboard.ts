/** The keyboard shortcuts of the whole panel. Keys do nothing else while the user types, or while a dialog is open. */
import { openDialog } from './dialogs.js';
import { go, item, view } from './route.js';

export interface Shortcut {
  /** The value of `KeyboardEvent.key`. */
  readonly key: string;
  /** The names of the keys for the list of shortcuts. */
  readonly shown: readonly string[];
  readonly what: string;
  readonly run: () => void;
  /** Ctrl, or Command on a Mac. Such a shortcut also works while the user types. */
  readonly isControl?: true;
}

/** Listens until the page is closed. */
export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    const found = shortcuts.find(
      ({ key, isControl: wanted = false }) => key === event.key && wanted === isControl,
    );
    if (!found || document.querySelector('dialog[open]')) return;
    if (!isControl && isBusy(event)) return;
    event.preventDefault();
    found.run();
  });
}

/** Whether the key belongs to the focused element: a field, an editor, or a control that Space presses. */
function isBusy(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target.matches('input, textarea, select')) {
    // Escape leaves the field first. The next one closes what is open.
    if (event.key === 'Escape') target.blur();
    return true;
  }
  return event.key === ' ' && target.matches('button, summary, [tabindex="0"]');
}

/** Closes the open item of the view. */
export function closeItem(): void {
  if (item.value !== undefined) go({ view: view.value });
}

export function openPalette(): void {
  openDialog.value = { kind: 'palette' };
}

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
