/** Records user actions for replay in other frames, except hover and file inputs. */
import type { UserAction } from '../protocol.js';
import { actionTarget, createLocators } from './locators.js';
import { isReplayedEvent } from './perform-action.js';
import { nextTask } from './fake-timers.js';

/** Keys with an effect other than typing. */
const RECORDED_KEYS = /^(?:Enter|Escape|Tab|Arrow\w+|Home|End|Page\w+|Delete|Backspace|F\d+)$/;

/** @param report called with each action */
export function recordActions(report: (action: UserAction) => void): void {
  /** The field of a clicked label, which the browser clicks, too. */
  let skipped: Element | undefined;
  let isClicked = false;
  let isScrolling = false;
  const listen = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K], element: Element) => void,
  ): void =>
    document.addEventListener(
      type,
      (event) => {
        const [first] = event.composedPath();
        const element = first instanceof Element ? first : document.documentElement;
        if (event.isTrusted && !isReplayedEvent()) listener(event, element);
      },
      { capture: true, passive: true },
    );

  listen('click', (_event, element) => {
    if (element === skipped) return;
    const label = element.closest('label');
    skipped = label?.control && !label.control.contains(element) ? label.control : undefined;
    isClicked = true;
    void nextTask().then(() => {
      skipped = undefined;
      isClicked = false;
    });
    const target = actionTarget(element);
    if (!isFileInput(target)) report({ action: 'click', target: createLocators(target) });
  });
  listen('submit', (_event, element) => {
    // A click or Enter on its button has submitted the form.
    if (!isClicked) report({ action: 'submit', target: createLocators(element) });
  });
  const fill = (element: Element, isDone: boolean): void => {
    const value = editableValue(element);
    if (value !== undefined) report({ action: 'fill', target: createLocators(element), value, isDone });
  };
  listen('input', (_event, element) => fill(element, false));
  listen('change', (_event, element) => fill(element, true));
  listen('keydown', (event, element) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isShortcut = (ctrlKey || metaKey || altKey) && key.length === 1;
    if (!RECORDED_KEYS.test(key) && !isShortcut && isEditable(element)) return;
    const pressed = { ctrlKey, metaKey, altKey, shiftKey };
    const modifiers = Object.entries(pressed).flatMap(([name, isPressed]) => (isPressed ? [name] : []));
    report({ action: 'key', target: createLocators(element), key, code, modifiers: modifiers.join(' ') });
  });
  listen('select' as 'selectionchange', (_event, element) => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
    const { selectionStart: from, selectionEnd: to } = element;
    if (from !== null && to !== null) report({ action: 'select', target: createLocators(element), from, to });
  });
  // Scripts of the page also scroll. Before a user scrolls, there is one of these events.
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
    listen(type, () => (isScrolling = true));
  listen('pointermove', () => (isScrolling = false));
  listen('scroll', (_event, element) => {
    if (!isScrolling) return;
    const share = (at: number, size: number): number => (size <= 0 ? 0 : at / size);
    const x = share(element.scrollLeft, element.scrollWidth - element.clientWidth);
    const y = share(element.scrollTop, element.scrollHeight - element.clientHeight);
    report({ action: 'scroll', target: createLocators(element), x, y });
  });
}

const isFileInput = (element: Element): boolean =>
  element instanceof HTMLInputElement && element.type === 'file';

function isEditable(element: Element): boolean {
  return editableValue(element) !== undefined;
}

/** The text of a field; undefined for other elements, including fields that a click changes. */
function editableValue(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
  if (element instanceof HTMLInputElement)
    return /^(?:checkbox|radio|file|button|submit|reset|image)$/.test(element.type)
      ? undefined
      : element.value;
  return element instanceof HTMLElement && element.isContentEditable ? element.innerText : undefined;
}
