/**
 * The script that the wall adds to the app's pages. It gives a frame the time of the wall, repeats what a person does in another
 * frame, and reports what the frame shows. It talks to the page of its own wall only, and to no server.
 */
import type { FrameFacts, FrameStatus, FromFrame, ToFrame } from '../../../wall/wall-types.js';
import { watchErrors, watchMocks } from './errors.js';
import { watchLook } from './look.js';
import { keepFocus, repeat } from './repeat.js';
import { watchRequests } from './requests.js';
import { pause, takeTime } from './timers.js';
import { watchPerson } from './watch-person.js';

declare global {
  interface Window {
    __deckhandWall?: FrameFacts;
  }
}

const facts = window.__deckhandWall;
delete window.__deckhandWall;
const page = wallPage();
if (facts && page) join(facts, page);

/** The page of the wall: around this frame, or the one that opened this tab. A frame inside a frame of the app has neither. */
function wallPage(): Window | undefined {
  if (window.parent === window) return (window.opener as Window | null) ?? undefined;
  return window.parent === window.top ? window.parent : undefined;
}

function join({ now, api, wall }: FrameFacts, page: Window): void {
  const say = (message: FromFrame): void => page.postMessage(message, wall);
  let isTold = false;
  /** Once for all changes in a task. */
  const tell = (): void => {
    if (isTold) return;
    isTold = true;
    void pause().then(() => {
      isTold = false;
      say({ type: 'status', status: status() });
    });
  };
  const requests = watchRequests(new RegExp(api), tell);
  const time = takeTime(now, tell);
  const shown = watchScreen(tell);
  const show = watchLook();
  const status = (): FrameStatus => ({
    now: time.now(),
    next: time.next(),
    pending: requests.pending(),
    screen: shown(),
  });
  const sayError = (message: string): void => say({ type: 'error', message });
  watchErrors(sayError);
  watchMocks(sayError);
  watchPerson((step) => say({ type: 'step', step }));
  if (window.parent !== window) keepFocus();

  const replyTo = async (message: ToFrame): Promise<FromFrame | undefined> => {
    const { id } = message;
    if (message.type === 'advance') await time.advance(message.to);
    if (message.type === 'look') show(message.theme);
    if (message.type === 'load') {
      load(message.path, message.isFresh);
      return undefined;
    }
    const found = message.type === 'do' ? repeat(message.step) : undefined;
    if (found === true) for (let turn = 0; turn < 2; turn += 1) await pause();
    return { type: 'reply', id, status: status(), ...(found !== undefined && { found }) };
  };
  window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
    if (event.source !== page || event.origin !== wall) return;
    event.stopImmediatePropagation();
    void replyTo(event.data).then((reply) => reply && say(reply));
  });
  const hello = (): void => say({ type: 'hello', status: status() });
  if (document.readyState === 'complete') hello();
  else window.addEventListener('load', () => void pause().then(hello));
}

function load(path: string, isFresh: boolean): void {
  try {
    for (const storage of isFresh ? [localStorage, sessionStorage] : []) storage.clear();
  } catch {
    // A page without storages is loaded again, too.
  }
  // With the origin of the frame, because a path such as `//host` would leave it.
  const url = location.origin + path;
  if (url === location.href || path.includes('#')) {
    history.replaceState(null, '', url);
    location.reload();
  } else location.replace(url);
}

/* What a frame shows, as a short text that differs when the screen differs. */

/** @param onChange called when something changes @returns reads the text */
function watchScreen(onChange: () => void): () => string {
  let known: string | undefined;
  const read = (): string => {
    // Before the body is read, there is none. Scripts and styles that are loaded later are not seen.
    const copy = document.querySelector('body')?.cloneNode(true) as HTMLElement | undefined;
    for (const one of copy?.querySelectorAll('script, style, link, template') ?? []) one.remove();
    return digest(copy?.innerHTML ?? '');
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    known = undefined;
    onChange();
  }).observe(document, options);
  return () => (known ??= read());
}

/** FNV-1a, which is enough to see a difference. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}.${text.length}`;
}
