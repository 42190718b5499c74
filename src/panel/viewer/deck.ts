/**
 * Pages through a deck: one slide at a time, by keys, buttons, clicks and swipes, or all slides as an overview. Without this
 * script the page shows all slides.
 */
import './deck.css';
import './themes.css';

const root = document.documentElement;
const slides = [...document.querySelectorAll<HTMLElement>('.slide')];

/** Digits that are typed within this number of milliseconds form one slide number. */
const TYPING_PAUSE = 1000;
/** The minimum length of a swipe, in pixels. */
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
  render(index);
  history.replaceState(null, '', `#slide-${current + 1}`);
}

function render(index: number): void {
  current = Math.min(Math.max(index, 0), slides.length - 1);
  slides.forEach((slide, place) => {
    if (place === current) slide.setAttribute('aria-current', 'true');
    else slide.removeAttribute('aria-current');
  });
  const shown = slides[current];
  if (!shown) return;
  setText('.place', `${current + 1} / ${slides.length}`);
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

function setText(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

function setOverview(isOn: boolean): void {
  root.classList.toggle('overview', isOn);
  document.querySelector('.all')?.setAttribute('aria-pressed', String(isOn));
  show(current);
  if (!isOn) slides[current]?.focus();
}

/** The number of slides in a row of the overview. */
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
  typing = setTimeout(() => (typed = ''), TYPING_PAUSE);
  if (Number(typed) >= 1) show(Number(typed) - 1);
}

function onKey(event: KeyboardEvent): void {
  const { key, shiftKey, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const isButton = target instanceof HTMLButtonElement;
  if (isButton && (key === ' ' || key === 'Enter')) return;
  const action = actionOf(key, shiftKey);
  if (!action) return;
  event.preventDefault();
  action();
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
      return arrowAction(key === 'ArrowDown' ? 1 : -1);
    case 'Home':
      return () => show(0);
    case 'End':
      return () => show(slides.length - 1);
    case 'Enter':
      return isOverview() ? () => setOverview(false) : undefined;
    case 'Escape':
    case 'o':
      return () => setOverview(!isOverview());
    case 'f':
      return document.fullscreenEnabled ? toggleFullScreen : undefined;
    default:
      return undefined;
  }
}

/** In the overview: to the next row. Otherwise to the next slide, unless the current one can scroll. */
function arrowAction(step: 1 | -1): (() => void) | undefined {
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

let touchStart: { readonly x: number; readonly y: number } | undefined;

function onTouchEnd({ changedTouches: [touch] }: TouchEvent): void {
  if (!touchStart || !touch || isOverview()) return;
  const across = touch.clientX - touchStart.x;
  const down = touch.clientY - touchStart.y;
  touchStart = undefined;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) show(current - Math.sign(across));
}

function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  // A browser can refuse it, for example in a frame.
  else root.requestFullscreen().catch(() => undefined);
}

/** Turns the link to the panel into a way back to the page before, if there is one. */
function offerWayBack(): void {
  const leave = document.querySelector<HTMLElement>('.leave');
  if (!leave || history.length < 2) return;
  leave.hidden = false;
  leave.textContent = '← Back';
  leave.addEventListener('click', (event) => {
    event.preventDefault();
    history.back();
  });
}

/** The theme that was selected in the panel. Pages without storage follow the system. */
function followTheme(): void {
  try {
    const theme = localStorage.getItem('deckhand-theme');
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
    else delete root.dataset['theme'];
  } catch {
    // The page has no origin of its own.
  }
}

followTheme();
addEventListener('storage', followTheme);
offerWayBack();
if (slides.length > 0) {
  root.classList.add('paged');
  addEventListener('keydown', onKey);
  addEventListener('hashchange', () => show(slideOf(location.hash) ?? current));
  document.querySelector('main')?.addEventListener('click', onClick);
  addEventListener('touchstart', ({ touches: [touch, second] }) => {
    touchStart = touch && !second ? { x: touch.clientX, y: touch.clientY } : undefined;
  });
  addEventListener('touchend', onTouchEnd);
  const on = (selector: string, act: () => void): void =>
    document.querySelector(selector)?.addEventListener('click', act);
  on('.back', () => show(current - 1));
  on('.on', () => show(current + 1));
  on('.all', () => setOverview(!isOverview()));
  on('.paper-copy', () => print());
  on('.full', toggleFullScreen);
  const full = document.querySelector<HTMLElement>('.full');
  if (full) full.hidden = !document.fullscreenEnabled;
  // `render` instead of `show`: it does not change the URL. If the URL names a slide, the browser has focused that slide.
  render(current);
}
