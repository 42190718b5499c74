/**
 * Creates locators (test id, role, label, CSS) that resolve in other frames.: test ids first, then roles with names and labels, then a CSS
 * selector, in which generated ids are never used.
 */
import { finder } from '@medv/finder';
import type { Locators } from '../../../wall/protocol.js';

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];

/** The elements that a person aims at: a click on the icon of a button is a click on the button. */
const ACTIONABLE =
  'button, a[href], input, textarea, select, label, summary, option, [role], [contenteditable], [tabindex]';

const ROLES: readonly (readonly [selector: string, role: string])[] = [
  ['button, input[type=button], input[type=submit], input[type=reset], summary', 'button'],
  ['a[href]', 'link'],
  ['input[type=checkbox]', 'checkbox'],
  ['input[type=radio]', 'radio'],
  ['select', 'combobox'],
  [
    'textarea, input:not([type]), input[type=text], input[type=email], input[type=search], input[type=url], input[type=tel]',
    'textbox',
  ],
];

export function actionTarget(element: Element): Element {
  return element.closest(ACTIONABLE) ?? element;
}

export function createLocators(element: Element): Locators {
  if (element === document.documentElement || element === document.body) return [{ css: element.localName }];
  const locators: Locators[number][] = [];
  const add = (way: Locators[number]): void => {
    if (queryAll(way).length === 1) locators.push(way);
  };
  for (const attribute of TEST_IDS) {
    const testId = element.getAttribute(attribute);
    if (testId) add({ testId, attribute });
  }
  const [role, name] = [getRole(element), getAccessibleName(element)];
  if (role !== undefined && name !== '') add({ role, name });
  const label = getLabelText(element);
  if (label !== '') add({ label });
  const named = element.getAttribute('name');
  if (named) {
    const value =
      element instanceof HTMLInputElement && /radio|checkbox/.test(element.type)
        ? `[value=${JSON.stringify(element.value)}]`
        : '';
    add({ css: `${element.localName}[name=${JSON.stringify(named)}]${value}` });
  }
  // A selector by position would find another element on another screen, so it is the last way.
  if (locators.length > 0) return locators;
  try {
    add({
      css: finder(element, { idName: isStableName, className: (one) => isStableName(one), timeoutMs: 200 }),
    });
  } catch {
    // There is no other way to it.
  }
  return locators;
}

/** @returns the element, if one of the ways leads to exactly one that is shown */
export function resolveLocators(target: Locators): HTMLElement | undefined {
  for (const way of target) {
    const found = queryAll(way);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

function queryAll(way: Locators[number]): readonly HTMLElement[] {
  if ('css' in way) return querySelectorAllSafe(way.css);
  if ('testId' in way) return querySelectorAllSafe(`[${way.attribute}=${JSON.stringify(way.testId)}]`);
  if ('label' in way)
    return querySelectorAllSafe('input, textarea, select').filter((one) => getLabelText(one) === way.label);
  return querySelectorAllSafe('*').filter(
    (one) => getRole(one) === way.role && getAccessibleName(one) === way.name,
  );
}

function querySelectorAllSafe(selector: string): HTMLElement[] {
  try {
    return [...document.querySelectorAll<HTMLElement>(selector)];
  } catch {
    return [];
  }
}

/** Ids such as `:r1:`, `_r_1_`, `radix-12` and `css-1x2y3z` are made by a program, and differ between frames. */
function isStableName(name: string): boolean {
  return !/\d|:|^_|[A-Z]{2}|radix|headlessui|mui|^(?:css|sc|jsx?|emotion)-|__/i.test(name);
}

function getRole(element: Element): string | undefined {
  return element.getAttribute('role') ?? ROLES.find(([selector]) => element.matches(selector))?.[1];
}

function getAccessibleName(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const own = /^(?:input|textarea|select)$/.test(element.localName)
    ? getLabelText(element)
    : element.textContent;
  return normalizeWhitespace(
    element.getAttribute('aria-label') || labelled || own || element.getAttribute('title') || '',
  );
}

function getLabelText(element: Element): string {
  if (!('labels' in element)) return '';
  const [label] = (element as HTMLInputElement).labels ?? [];
  return normalizeWhitespace(label?.textContent ?? '');
}

const normalizeWhitespace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
