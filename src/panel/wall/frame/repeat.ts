/** Repeats a step of another frame in this one, without taking the focus from the person. */
import type { UserAction } from '../../../wall/protocol.js';
import { resolveLocators } from './find.js';
import { realTimers } from './timers.js';

/** Ignore events caused by a replayed action for this long. Real ms. */
const ECHO_WINDOW_MS = 150;
let repeatedAt = -Infinity;

/** Whether an event can come from a repeated step. To repeat it again would never end. */
export function isReplayedEvent(): boolean {
  return realTimers.now() - repeatedAt < ECHO_WINDOW_MS;
}

/** A mirrored frame that takes the focus would get the person's next letters. */
export function preventFocusStealing(): void {
  for (const { prototype } of [HTMLElement, SVGElement]) {
    // oxlint-disable-next-line typescript/unbound-method -- It is called with the object that the page calls it with.
    const { focus } = prototype;
    prototype.focus = function (this: HTMLElement, options) {
      if (document.hasFocus()) Reflect.apply(focus, this, [options]);
      else dispatchFocusEvents(this, true);
    };
  }
}

/** @returns whether the screen has the element */
export function performAction(step: UserAction): boolean {
  const element = resolveLocators(step.target);
  if (!element) return false;
  repeatedAt = realTimers.now();
  switch (step.action) {
    case 'click':
      dispatchFocusEvents(element, true);
      for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
        element.dispatchEvent(
          new (type.startsWith('p') ? PointerEvent : MouseEvent)(type, {
            bubbles: true,
            cancelable: true,
            composed: true,
          }),
        );
      element.click();
      break;
    case 'submit':
      if (element instanceof HTMLFormElement) element.requestSubmit();
      break;
    case 'fill':
      fillElement(element, step.value, step.isDone);
      break;
    case 'key': {
      const held = Object.fromEntries(step.modifiers.split(' ').map((name) => [name, true]));
      const options = {
        key: step.key,
        code: step.code,
        bubbles: true,
        cancelable: true,
        composed: true,
        ...held,
      };
      element.dispatchEvent(new KeyboardEvent('keydown', options));
      element.dispatchEvent(new KeyboardEvent('keyup', options));
      break;
    }
    case 'select':
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        element.setSelectionRange(step.from, step.to);
      break;
    case 'scroll':
      element.scrollTo({
        left: step.x * (element.scrollWidth - element.clientWidth),
        top: step.y * (element.scrollHeight - element.clientHeight),
        behavior: 'instant',
      });
  }
  return true;
}

/** React and others listen to the property of the element itself, so the value is set by the one below it. */
function fillElement(element: HTMLElement, value: string, isDone: boolean): void {
  const owner = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    (one) => element instanceof one,
  );
  const isSame = owner ? (element as HTMLInputElement).value === value : element.innerText === value;
  if (!isSame) {
    dispatchFocusEvents(element, true);
    if (owner) Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(element, value);
    else element.innerText = value;
    element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, data: value, inputType: 'insertText' }),
    );
  }
  if (isDone) {
    element.dispatchEvent(new Event('change', { bubbles: true }));
    dispatchFocusEvents(element, false);
  }
}

function dispatchFocusEvents(element: Element, isIn: boolean): void {
  element.dispatchEvent(new FocusEvent(isIn ? 'focus' : 'blur', { composed: true }));
  element.dispatchEvent(new FocusEvent(isIn ? 'focusin' : 'focusout', { bubbles: true, composed: true }));
}
