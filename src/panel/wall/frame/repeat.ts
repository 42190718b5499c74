/** Repeats a step of another frame in this one, without taking the focus from the person. */
import type { MirroredStep } from '../../../wall/wall-types.js';
import { find } from './find.js';
import { real } from './timers.js';

/** Some events of a repeated step come later and look like a person's: a submit, a selection. Real ms. */
const ECHO = 150;
let repeatedAt = -Infinity;

/** Whether an event can come from a repeated step. To repeat it again would never end. */
export function isEcho(): boolean {
  return real.now() - repeatedAt < ECHO;
}

/** A mirrored frame that takes the focus would get the person's next letters. */
export function keepFocus(): void {
  for (const { prototype } of [HTMLElement, SVGElement]) {
    // oxlint-disable-next-line typescript/unbound-method -- It is called with the object that the page calls it with.
    const { focus } = prototype;
    prototype.focus = function (this: HTMLElement, options) {
      if (document.hasFocus()) Reflect.apply(focus, this, [options]);
      else focusEvents(this, true);
    };
  }
}

/** @returns whether the screen has the element */
export function repeat(step: MirroredStep): boolean {
  const element = find(step.on);
  if (!element) return false;
  repeatedAt = real.now();
  switch (step.do) {
    case 'click':
      focusEvents(element, true);
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
      fill(element, step.value, step.isDone);
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
function fill(element: HTMLElement, value: string, isDone: boolean): void {
  const owner = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    (one) => element instanceof one,
  );
  const isSame = owner ? (element as HTMLInputElement).value === value : element.innerText === value;
  if (!isSame) {
    focusEvents(element, true);
    if (owner) Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(element, value);
    else element.innerText = value;
    element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, data: value, inputType: 'insertText' }),
    );
  }
  if (isDone) {
    element.dispatchEvent(new Event('change', { bubbles: true }));
    focusEvents(element, false);
  }
}

function focusEvents(element: Element, isIn: boolean): void {
  element.dispatchEvent(new FocusEvent(isIn ? 'focus' : 'blur', { composed: true }));
  element.dispatchEvent(new FocusEvent(isIn ? 'focusin' : 'focusout', { bubbles: true, composed: true }));
}
