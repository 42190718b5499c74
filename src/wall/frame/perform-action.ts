/** Performs a user action of another frame in this one, without taking the focus. */
import type { UserAction } from '../protocol.js';
import { resolveLocators } from './locators.js';
import { realTimers } from './fake-timers.js';

/** How long events after a replayed action are ignored, in real ms. */
const ECHO_WINDOW_MS = 150;
let performedAt = -Infinity;

/** Whether an event can come from a replayed action. Recording it would cause an endless loop. */
export function isReplayedEvent(): boolean {
  return realTimers.now() - performedAt < ECHO_WINDOW_MS;
}

/** Prevents mirrored frames from taking the focus, and with it the user's next keystrokes. */
export function preventFocusStealing(): void {
  for (const { prototype } of [HTMLElement, SVGElement]) {
    // oxlint-disable-next-line typescript/unbound-method -- Called with the receiver of the page.
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
  performedAt = realTimers.now();
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
      const modifiers = Object.fromEntries(step.modifiers.split(' ').map((name) => [name, true]));
      const options = {
        key: step.key,
        code: step.code,
        bubbles: true,
        cancelable: true,
        composed: true,
        ...modifiers,
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

/** React overrides the `value` property of the element, so the value is set with the setter of its prototype. */
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
