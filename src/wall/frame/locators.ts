/** Creates and resolves locators (test id, role, label, CSS) that work in other frames. Generated ids are never used. */
import { finder } from '@medv/finder';
import type { Locators } from '../protocol.js';

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];

/** The elements that receive actions: a click on the icon of a button is a click on the button. */
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
  const add = (locator: Locators[number]): void => {
    if (queryAll(locator).length === 1) locators.push(locator);
  };
  for (const attribute of TEST_IDS) {
    const testId = element.getAttribute(attribute);
    if (testId) add({ testId, attribute });
  }
  const [role, name] = [getRole(element), getAccessibleName(element)];
  if (role !== undefined && name !== '') add({ role, name });
  const label = getLabelText(element);
  if (label !== '') add({ label });
  const fieldName = element.getAttribute('name');
  if (fieldName) {
    const value =
      element instanceof HTMLInputElement && /radio|checkbox/.test(element.type)
        ? `[value=${JSON.stringify(element.value)}]`
        : '';
    add({ css: `${element.localName}[name=${JSON.stringify(fieldName)}]${value}` });
  }
  // A selector by position can match another element on another screen, so it is the last choice.
  if (locators.length > 0) return locators;
  try {
    add({
      css: finder(element, { idName: isStableName, className: (one) => isStableName(one), timeoutMs: 200 }),
    });
  } catch {
    // There is no other locator.
  }
  return locators;
}

/** @returns the element, if one of the locators matches exactly one */
export function resolveLocators(target: Locators): HTMLElement | undefined {
  for (const locator of target) {
    const matches = queryAll(locator);
    if (matches.length === 1) return matches[0];
  }
  return undefined;
}

function queryAll(locator: Locators[number]): readonly HTMLElement[] {
  if ('css' in locator) return querySelectorAllSafe(locator.css);
  if ('testId' in locator)
    return querySelectorAllSafe(`[${locator.attribute}=${JSON.stringify(locator.testId)}]`);
  if ('label' in locator)
    return querySelectorAllSafe('input, textarea, select').filter(
      (one) => getLabelText(one) === locator.label,
    );
  return querySelectorAllSafe('*').filter(
    (one) => getRole(one) === locator.role && getAccessibleName(one) === locator.name,
  );
}

function querySelectorAllSafe(selector: string): HTMLElement[] {
  try {
    return [...document.querySelectorAll<HTMLElement>(selector)];
  } catch {
    return [];
  }
}

/** Ids such as `:r1:`, `_r_1_`, `radix-12` and `css-1x2y3z` are generated, and differ between frames. */
function isStableName(name: string): boolean {
  return !/\d|:|^_|[A-Z]{2}|radix|headlessui|mui|^(?:css|sc|jsx?|emotion)-|__/i.test(name);
}

function getRole(element: Element): string | undefined {
  return element.getAttribute('role') ?? ROLES.find(([selector]) => element.matches(selector))?.[1];
}

function getAccessibleName(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const content = /^(?:input|textarea|select)$/.test(element.localName)
    ? getLabelText(element)
    : element.textContent;
  return normalizeWhitespace(
    element.getAttribute('aria-label') || labelled || content || element.getAttribute('title') || '',
  );
}

function getLabelText(element: Element): string {
  if (!('labels' in element)) return '';
  const [label] = (element as HTMLInputElement).labels ?? [];
  return normalizeWhitespace(label?.textContent ?? '');
}

const normalizeWhitespace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
