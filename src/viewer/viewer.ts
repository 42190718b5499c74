/** Shows one slide of a presentation at a time, or all as an overview. Without this script, the page shows all slides. */
import './viewer.css';

const root = document.documentElement;
const slides = [...document.querySelectorAll<HTMLElement>('.slide')];

let current = findSlideIndex(location.hash) ?? 0;

function findSlideIndex(hash: string): number | undefined {
  const index = slides.findIndex(({ id }) => `#${id}` === hash);
  return index < 0 ? undefined : index;
}

function isOverview(): boolean {
  return root.classList.contains('overview');
}

function show(index: number): void {
  render(index);
  history.replaceState(null, '', `#slide-${current + 1}`);
}

function render(index: number): void {
  current = Math.min(Math.max(index, 0), slides.length - 1);
  slides.forEach((slide, index) => slide.toggleAttribute('data-shown', index === current));
  setText('.position', `${current + 1} / ${slides.length}`);
  setDisabled('.previous', current === 0);
  setDisabled('.next', current === slides.length - 1);
  const currentSlide = slides[current];
  if (isOverview()) currentSlide?.focus();
  else currentSlide?.scrollTo(0, 0);
}

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

/** `aria-disabled`, because a disabled button would lose the focus. */
function setDisabled(selector: string, isDisabled: boolean): void {
  document.querySelector(selector)?.setAttribute('aria-disabled', String(isDisabled));
}

function setOverview(isOn: boolean): void {
  root.classList.toggle('overview', isOn);
  document.querySelector('.overview-toggle')?.setAttribute('aria-pressed', String(isOn));
  show(current);
  if (!isOn) slides[current]?.focus();
}

function onKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented) return;
  const isOnControl = target instanceof Element && target.closest('button, a') !== null;
  if (isOnControl && (key === ' ' || key === 'Enter')) return;
  const action = findKeyAction(event);
  if (!action) return;
  event.preventDefault();
  action();
}

function findKeyAction({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return () => show(current + 1);
    case 'ArrowLeft':
    case 'PageUp':
      return () => show(current - 1);
    case ' ':
      return () => show(current + (shiftKey ? -1 : 1));
    case 'Home':
      return () => show(0);
    case 'End':
      return () => show(slides.length - 1);
    case 'Enter':
      return isOverview() ? () => setOverview(false) : undefined;
    case 'Escape':
    case 'o':
      return () => setOverview(!isOverview());
    default:
      return undefined;
  }
}

/** In the overview, a click opens a slide. */
function onClick({ target }: MouseEvent): void {
  const index = slides.findIndex((slide) => target instanceof Node && slide.contains(target));
  if (!isOverview() || index < 0) return;
  current = index;
  setOverview(false);
}

/** In the overview, the Tab key selects a slide. */
function onFocus({ target }: FocusEvent): void {
  const index = slides.findIndex((slide) => slide === target);
  if (isOverview() && index >= 0 && index !== current) show(index);
}

/** Turns the link to the panel into a link to the previous page, if there is one. */
function addBackLink(): void {
  const link = document.querySelector<HTMLElement>('.back-link');
  if (!link || history.length < 2) return;
  link.hidden = false;
  link.textContent = '← Back';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    history.back();
  });
}

function onClickOf(selector: string, action: () => void): void {
  document.querySelector(selector)?.addEventListener('click', action);
}

addBackLink();
if (slides.length > 0) {
  root.classList.add('paged');
  addEventListener('keydown', onKey);
  addEventListener('hashchange', () => show(findSlideIndex(location.hash) ?? current));
  addEventListener('focusin', onFocus);
  document.querySelector('main')?.addEventListener('click', onClick);
  onClickOf('.previous', () => show(current - 1));
  onClickOf('.next', () => show(current + 1));
  onClickOf('.overview-toggle', () => setOverview(!isOverview()));
  onClickOf('.print', () => print());
  // `render` instead of `show`: it does not change the URL. If the URL names a slide, the browser has focused that slide.
  render(current);
}
