/** What a person does in this frame, as steps that other frames can repeat. Hover and files are not repeated. */
import type { MirroredStep } from '../../../wall/wall-types.js';
import { aimedAt, describe } from './find.js';
import { isEcho } from './repeat.js';
import { pause } from './timers.js';

/** Keys that do something besides typing. */
const KEYS = /^(?:Enter|Escape|Tab|Arrow\w+|Home|End|Page\w+|Delete|Backspace|F\d+)$/;

/** @param tell called with each step */
export function watchPerson(tell: (step: MirroredStep) => void): void {
  /** The browser clicks on these as well: the field of a label, the button of a form. */
  let skipped: Element | undefined;
  let isClicked = false;
  let scrolls = false;
  const listen = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K], element: Element) => void,
  ): void =>
    document.addEventListener(
      type,
      (event) => {
        const [first] = event.composedPath();
        const element = first instanceof Element ? first : document.documentElement;
        if (event.isTrusted && !isEcho()) listener(event, element);
      },
      { capture: true, passive: true },
    );

  listen('click', (_event, element) => {
    if (element === skipped) return;
    const label = element.closest('label');
    skipped = label?.control && !label.control.contains(element) ? label.control : undefined;
    isClicked = true;
    void pause().then(() => {
      skipped = undefined;
      isClicked = false;
    });
    const aimed = aimedAt(element);
    if (!isFile(aimed)) tell({ do: 'click', on: describe(aimed) });
  });
  listen('submit', (_event, element) => {
    // A click or Enter on its button has submitted the form.
    if (!isClicked) tell({ do: 'submit', on: describe(element) });
  });
  const fill = (element: Element, isDone: boolean): void => {
    const value = valueOf(element);
    if (value !== undefined) tell({ do: 'fill', on: describe(element), value, isDone });
  };
  listen('input', (_event, element) => fill(element, false));
  listen('change', (_event, element) => fill(element, true));
  listen('keydown', (event, element) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isShortcut = (ctrlKey || metaKey || altKey) && key.length === 1;
    if (!KEYS.test(key) && !isShortcut && isEditable(element)) return;
    const held = { ctrlKey, metaKey, altKey, shiftKey };
    const modifiers = Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
    tell({ do: 'key', on: describe(element), key, code, modifiers: modifiers.join(' ') });
  });
  listen('select' as 'selectionchange', (_event, element) => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return;
    const { selectionStart: from, selectionEnd: to } = element;
    if (from !== null && to !== null) tell({ do: 'select', on: describe(element), from, to });
  });
  // A script of the page scrolls, too. A person turns the wheel, presses a key or drags first.
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
    listen(type, () => (scrolls = true));
  listen('pointermove', () => (scrolls = false));
  listen('scroll', (_event, element) => {
    if (!scrolls) return;
    const share = (at: number, size: number): number => (size <= 0 ? 0 : at / size);
    const x = share(element.scrollLeft, element.scrollWidth - element.clientWidth);
    const y = share(element.scrollTop, element.scrollHeight - element.clientHeight);
    tell({ do: 'scroll', on: describe(element), x, y });
  });
}

const isFile = (element: Element): boolean => element instanceof HTMLInputElement && element.type === 'file';

function isEditable(element: Element): boolean {
  return valueOf(element) !== undefined;
}

/** The text of a field; undefined for other elements, and for those that a click changes. */
function valueOf(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
  if (element instanceof HTMLInputElement)
    return /^(?:checkbox|radio|file|button|submit|reset|image)$/.test(element.type)
      ? undefined
      : element.value;
  return element instanceof HTMLElement && element.isContentEditable ? element.innerText : undefined;
}
