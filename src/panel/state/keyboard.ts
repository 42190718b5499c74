/** Runs keyboard shortcuts, except while the user types or a dialog is open. */
import { navigate, item, view } from './route.js';

/** Listens until the page is closed. */
export function registerShortcuts(shortcuts: ReadonlyMap<string, () => void>): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = shortcuts.get(event.key);
    if (!action || document.querySelector('dialog[open], :popover-open') || isHandledByTarget(event)) return;
    event.preventDefault();
    action();
  });
}

/** Whether the key belongs to the focused element: a field, or a control that Space presses. */
function isHandledByTarget(event: KeyboardEvent): boolean {
  // In a shadow root, the target of the event is its host.
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target.matches('input, textarea, select')) {
    // The first Escape leaves the field, the next one closes the open item.
    if (event.key === 'Escape') target.blur();
    return true;
  }
  return event.key === ' ' && target.matches('button, summary, [tabindex="0"]');
}

/** Closes the open item of the view. */
export function closeItem(): void {
  if (item.value !== undefined) navigate({ view: view.value });
}

export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
