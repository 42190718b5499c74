/**
 * Filters the rules and rows of a report by text and outcome, and opens what a link of the jump list leads to. The report is
 * complete without this script.
 */
import './report.css';
import './parts.css';
import './chart.css';

/** As wide as the media query that puts the jump list beside the rules. */
const WIDE = '(width >= 68rem)';

/** With more matches, the filter keeps their folded parts closed, because opening them takes long. */
const MAX_REVEALED = 30;

const bar = document.querySelector<HTMLElement>('.filter');
const search = document.querySelector<HTMLInputElement>('.filter input[type=search]');
const boxes = [...document.querySelectorAll<HTMLInputElement>('.filter input[type=checkbox]')];
const clearing = document.querySelector<HTMLButtonElement>('.filter button');
const result = document.querySelector('.filter output');
const nothing = document.querySelector<HTMLElement>('.nothing');
const jump = document.querySelector<HTMLDetailsElement>('.jump > details');

interface Item {
  readonly element: HTMLElement;
  /** The outcome of its rule; empty for everything else. */
  readonly outcome: string;
  readonly rule: string;
  readonly groups: readonly Element[];
}

const items: readonly Item[] = [...document.querySelectorAll<HTMLElement>('[data-item]')].map((element) => ({
  element,
  outcome: element.dataset.outcome ?? '',
  rule: element.dataset.rule ?? '',
  groups: groupsOf(element),
}));
const groups = new Set(document.querySelectorAll('main > section, [data-group]'));
const rules = new Set(items.flatMap(({ rule }) => rule || []));
const texts = new WeakMap<Element, string>();
/** The groups that the filter opened. It closes them when it ends. */
const opened = new Set<HTMLDetailsElement>();

function groupsOf(element: Element): Element[] {
  const group = element.parentElement?.closest('main > section, [data-group]');
  return group ? [group, ...groupsOf(group)] : [];
}

function printedText(element: Element): string {
  let text = texts.get(element);
  if (text === undefined) {
    text = element.textContent.toLowerCase();
    texts.set(element, text);
  }
  return text;
}

function filter(): void {
  const words = (search?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const outcomes = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value));
  const isActive = words.length > 0 || outcomes.size > 0;
  const shownGroups = new Set<Element>();
  const shownRules = new Set<string>();
  const shown: HTMLElement[] = [];
  for (const { element, outcome, rule, groups: around } of items) {
    const text = words.length > 0 ? printedText(element) : '';
    const isShown =
      (outcomes.size === 0 || outcomes.has(outcome)) && words.every((word) => text.includes(word));
    element.hidden = !isShown;
    if (!isShown) continue;
    if (rule) shownRules.add(rule);
    for (const group of around) shownGroups.add(group);
    shown.push(element);
  }
  if (words.length > 0 && shown.length <= MAX_REVEALED)
    for (const element of shown) revealWithin(element, words);
  for (const group of groups) {
    (group as HTMLElement).hidden = isActive && !shownGroups.has(group);
    if (isActive && shownGroups.has(group)) open(group);
  }
  if (!isActive) {
    for (const details of opened) details.open = false;
    opened.clear();
  }
  if (result)
    result.textContent = isActive ? `${shownRules.size} of ${rules.size} rules` : `${rules.size} rules`;
  if (clearing) clearing.hidden = !isActive;
  if (nothing) nothing.hidden = !isActive || shownGroups.size > 0;
}

/** Opens the folded parts of an item that contain a word. */
function revealWithin(element: HTMLElement, words: readonly string[]): void {
  for (const details of element.querySelectorAll('details'))
    if (words.some((word) => printedText(details).includes(word))) open(details);
}

function open(element: Element): void {
  if (!(element instanceof HTMLDetailsElement) || element.open) return;
  element.open = true;
  opened.add(element);
}

function clear(): void {
  if (search) search.value = '';
  for (const box of boxes) box.checked = false;
  filter();
}

/** Opens everything around the target of the address, and shows it although the filter hides it. */
function showTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest('[hidden]')) clear();
  // A target must not be below the filter, whose height depends on the width.
  const covered = bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
  document.documentElement.style.scrollPaddingBlockStart = `${covered + 16}px`;
  for (let part: Element | null = target; part; part = part.parentElement)
    if (part instanceof HTMLDetailsElement) part.open = true;
  target.scrollIntoView();
}

search?.addEventListener('input', filter);
for (const box of boxes) box.addEventListener('change', filter);
clearing?.addEventListener('click', () => {
  clear();
  search?.focus();
});
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    search?.focus();
    search?.select();
  } else if (event.key === 'Escape') clear();
});
addEventListener('hashchange', showTarget);
if (jump) {
  jump.open = matchMedia(WIDE).matches;
  jump.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a');
    if (isLink && !matchMedia(WIDE).matches) jump.open = false;
  });
}
if (bar) bar.hidden = false;
filter();
showTarget();
