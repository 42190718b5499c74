/**
 * Pages through a deck: one slide at a time, by keys, buttons, clicks and swipes, or all of them as an overview. The page is
 * whole without it; it knows the page's elements and nothing of where they come from.
 */
import './deck.css';
import './looks.css';

const root = document.documentElement;
const slides = [...document.querySelectorAll<HTMLElement>('.slide')];

/** Milliseconds in which figures typed one after the other are one number. */
const PATIENCE = 1000;
/** Pixels that a finger has to travel. */
const SWIPE = 40;

let current = slideOf(location.hash) ?? 0;

function slideOf(hash: string): number | undefined {
  const index = slides.findIndex(({ id }) => `#${id}` === hash);
  return index < 0 ? undefined : index;
}

function isOverview(): boolean {
  return root.classList.contains('overview');
}

function show(index: number): void {
  draw(index);
  history.replaceState(null, '', `#slide-${current + 1}`);
}

function draw(index: number): void {
  current = Math.min(Math.max(index, 0), slides.length - 1);
  slides.forEach((slide, place) => {
    if (place === current) slide.setAttribute('aria-current', 'true');
    else slide.removeAttribute('aria-current');
  });
  const shown = slides[current];
  if (!shown) return;
  text('.place', `${current + 1} / ${slides.length}`);
  const progress = document.querySelector('progress');
  if (progress) progress.value = current + 1;
  for (const [selector, isOff] of [
    ['.back', current === 0],
    ['.on', current === slides.length - 1],
  ] as const)
    document.querySelector(selector)?.setAttribute('aria-disabled', String(isOff));
  if (isOverview()) {
    shown.focus();
    shown.scrollIntoView({ block: 'nearest' });
  } else shown.scrollTop = 0;
}

function text(selector: string, said: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = said;
}

function setOverview(isOn: boolean): void {
  root.classList.toggle('overview', isOn);
  document.querySelector('.all')?.setAttribute('aria-pressed', String(isOn));
  show(current);
  if (!isOn) slides[current]?.focus();
}

/** How many slides stand side by side in the overview. */
function columns(): number {
  const top = slides[0]?.offsetTop;
  const next = slides.findIndex((slide) => slide.offsetTop !== top);
  return next < 0 ? slides.length : next;
}

let typed = '';
let typing = 0;

function typeFigure(figure: string): void {
  typed += figure;
  clearTimeout(typing);
  typing = setTimeout(() => (typed = ''), PATIENCE);
  if (Number(typed) >= 1) show(Number(typed) - 1);
}

function onKey(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isButton = target instanceof HTMLButtonElement;
  if (isButton && (key === ' ' || key === 'Enter')) return;
  const act = actionOf(key, shiftKey);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionOf(key: string, isBack: boolean): (() => void) | undefined {
  if (/^\d$/.test(key)) return () => typeFigure(key);
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return () => show(current + 1);
    case 'ArrowLeft':
    case 'PageUp':
      return () => show(current - 1);
    case ' ':
      return () => show(current + (isBack ? -1 : 1));
    case 'ArrowDown':
    case 'ArrowUp':
      return alongKey(key === 'ArrowDown' ? 1 : -1);
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

/** A row on in the overview; a slide on elsewhere, unless there is more of this one to see. */
function alongKey(step: 1 | -1): (() => void) | undefined {
  if (isOverview()) return () => show(current + step * columns());
  const slide = slides[current];
  const isLong = slide !== undefined && slide.scrollHeight > slide.clientHeight + 1;
  return isLong ? undefined : () => show(current + step);
}

function onClick(event: MouseEvent): void {
  const { target } = event;
  const slide = target instanceof Element ? target.closest<HTMLElement>('.slide') : null;
  if (!slide || String(getSelection()) !== '') return;
  if (isOverview()) {
    current = slides.indexOf(slide);
    setOverview(false);
  } else show(current + 1);
}

let from: { readonly x: number; readonly y: number } | undefined;

function onTouchEnd({ changedTouches: [touch] }: TouchEvent): void {
  if (!from || !touch || isOverview()) return;
  const across = touch.clientX - from.x;
  const down = touch.clientY - from.y;
  from = undefined;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) show(current - Math.sign(across));
}

if (slides.length > 0) {
  root.classList.add('paged');
  addEventListener('keydown', onKey);
  addEventListener('hashchange', () => show(slideOf(location.hash) ?? current));
  document.querySelector('main')?.addEventListener('click', onClick);
  addEventListener('touchstart', ({ touches: [touch, second] }) => {
    from = touch && !second ? { x: touch.clientX, y: touch.clientY } : undefined;
  });
  addEventListener('touchend', onTouchEnd);
  const on = (selector: string, act: () => void): void =>
    document.querySelector(selector)?.addEventListener('click', act);
  on('.back', () => show(current - 1));
  on('.on', () => show(current + 1));
  on('.all', () => setOverview(!isOverview()));
  on('.paper-copy', () => print());
  // An address that names no slide stays as it is: one that does has the slide focused by the browser.
  draw(current);
}
