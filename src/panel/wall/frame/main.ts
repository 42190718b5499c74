/**
 * The script that the wall adds to the app's pages. It gives a frame the time of the wall, repeats what a person does in another
 * frame, and reports what the frame shows. It talks to the page of its own wall only, and to no server.
 */
import type { FrameConfig, FrameStatus, FrameEvent, FrameCommand } from '../../../wall/protocol.js';
import { reportErrors, detectServiceWorkerMock } from './errors.js';
import { emulateColorScheme } from './look.js';
import { preventFocusStealing, performAction } from './repeat.js';
import { trackRequests } from './requests.js';
import { nextTask, installFakeTimers } from './timers.js';
import { recordActions } from './watch-person.js';

declare global {
  interface Window {
    __deckhandWall?: FrameConfig;
  }
}

const facts = window.__deckhandWall;
delete window.__deckhandWall;
const page = findWallWindow();
if (facts && page) connect(facts, page);

/** The page of the wall: around this frame, or the one that opened this tab. A frame inside a frame of the app has neither. */
function findWallWindow(): Window | undefined {
  if (window.parent === window) return (window.opener as Window | null) ?? undefined;
  return window.parent === window.top ? window.parent : undefined;
}

function connect({ now, api, wall }: FrameConfig, page: Window): void {
  const post = (message: FrameEvent): void => page.postMessage(message, wall);
  let isScheduled = false;
  /** Once for all changes in a task. */
  const scheduleStatus = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    void nextTask().then(() => {
      isScheduled = false;
      post({ type: 'status', status: status() });
    });
  };
  const requests = trackRequests(new RegExp(api), scheduleStatus);
  const time = installFakeTimers(now, scheduleStatus);
  const shown = watchDom(scheduleStatus);
  const show = emulateColorScheme();
  const status = (): FrameStatus => ({
    now: time.now(),
    nextTimerAt: time.next(),
    pending: requests.pending(),
    domHash: shown(),
  });
  const postError = (message: string): void => post({ type: 'error', message });
  reportErrors(postError);
  detectServiceWorkerMock(postError);
  recordActions((step) => post({ type: 'action', step }));
  if (window.parent !== window) preventFocusStealing();

  const replyTo = async (message: FrameCommand): Promise<FrameEvent | undefined> => {
    const { id } = message;
    if (message.type === 'advance') await time.advance(message.to);
    if (message.type === 'setTheme') show(message.theme);
    if (message.type === 'load') {
      load(message.path, message.isFresh);
      return undefined;
    }
    const found = message.type === 'perform' ? performAction(message.step) : undefined;
    if (found === true) for (let turn = 0; turn < 2; turn += 1) await nextTask();
    return { type: 'reply', id, status: status(), ...(found !== undefined && { found }) };
  };
  window.addEventListener('message', (event: MessageEvent<FrameCommand>) => {
    if (event.source !== page || event.origin !== wall) return;
    event.stopImmediatePropagation();
    void replyTo(event.data).then((reply) => reply && post(reply));
  });
  const postReady = (): void => post({ type: 'ready', status: status() });
  if (document.readyState === 'complete') postReady();
  else window.addEventListener('load', () => void nextTask().then(postReady));
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
function watchDom(onChange: () => void): () => string {
  let known: string | undefined;
  const read = (): string => {
    // Before the body is read, there is none. Scripts and styles that are loaded later are not seen.
    const copy = document.querySelector('body')?.cloneNode(true) as HTMLElement | undefined;
    for (const one of copy?.querySelectorAll('script, style, link, template') ?? []) one.remove();
    return hashDom(copy?.innerHTML ?? '');
  };
  const options = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(() => {
    known = undefined;
    onChange();
  }).observe(document, options);
  return () => (known ??= read());
}

/** FNV-1a, which is enough to see a difference. */
function hashDom(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}.${text.length}`;
}
