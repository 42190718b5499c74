/**
 * The script that the wall injects into the app's pages: controls the frame's clock, mirrors user actions, and reports the
 * frame's status. It communicates with the page of its own wall only.
 */
import type { FrameConfig, FrameStatus, FrameEvent, FrameCommand } from '../protocol.js';
import { reportErrors, detectServiceWorkerMock } from './errors.js';
import { emulateColorScheme } from './color-scheme.js';
import { preventFocusStealing, performAction } from './perform-action.js';
import { trackRequests } from './track-requests.js';
import { nextTask, installFakeTimers } from './fake-timers.js';
import { watchDom } from './watch-dom.js';
import { recordActions } from './record-actions.js';

declare global {
  interface Window {
    __deckhandWall?: FrameConfig;
  }
}

const config = window.__deckhandWall;
delete window.__deckhandWall;
const page = findWallWindow();
if (config && page) connect(config, page);

/** The page of the wall: the parent of this frame, or the opener of this tab. Nested frames of the app have none. */
function findWallWindow(): Window | undefined {
  if (window.parent === window) return (window.opener as Window | null) ?? undefined;
  return window.parent === window.top ? window.parent : undefined;
}

function connect({ now, api, wall }: FrameConfig, page: Window): void {
  const post = (message: FrameEvent): void => page.postMessage(message, wall);
  let isScheduled = false;
  /** Posts the status once for all changes in a task. */
  const scheduleStatus = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    void nextTask().then(() => {
      isScheduled = false;
      post({ type: 'status', status: readStatus() });
    });
  };
  const requests = trackRequests(new RegExp(api), scheduleStatus);
  const time = installFakeTimers(now, scheduleStatus);
  const readDomHash = watchDom(scheduleStatus);
  const setTheme = emulateColorScheme();
  const readStatus = (): FrameStatus => ({
    now: time.now(),
    nextTimerAt: time.next(),
    pending: requests.pending(),
    domHash: readDomHash(),
  });
  const postError = (message: string): void => post({ type: 'error', message });
  reportErrors(postError);
  detectServiceWorkerMock(postError);
  recordActions((step) => post({ type: 'action', step }));
  window.addEventListener('keydown', ({ key, isTrusted, defaultPrevented }) => {
    if (key === 'Escape' && isTrusted && !defaultPrevented) post({ type: 'escape' });
  });
  if (window.parent !== window) preventFocusStealing();

  const replyTo = async (message: FrameCommand): Promise<FrameEvent | undefined> => {
    const { id } = message;
    if (message.type === 'advance') await time.advance(message.to);
    if (message.type === 'setTheme') setTheme(message.theme);
    if (message.type === 'load') {
      load(message.path, message.isFresh);
      return undefined;
    }
    const found = message.type === 'perform' ? performAction(message.step) : undefined;
    if (found === true) for (let task = 0; task < 2; task += 1) await nextTask();
    return { type: 'reply', id, status: readStatus(), ...(found !== undefined && { found }) };
  };
  window.addEventListener('message', (event: MessageEvent<FrameCommand>) => {
    if (event.source !== page || event.origin !== wall) return;
    event.stopImmediatePropagation();
    void replyTo(event.data).then((reply) => reply && post(reply));
  });
  const postReady = (): void => post({ type: 'ready', status: readStatus() });
  if (document.readyState === 'complete') postReady();
  else window.addEventListener('load', () => void nextTask().then(postReady));
}

function load(path: string, isFresh: boolean): void {
  try {
    for (const storage of isFresh ? [localStorage, sessionStorage] : []) storage.clear();
  } catch {
    // The page has no access to its storage, and is reloaded anyway.
  }
  // With the frame's origin, because a path such as `//host` would lead to another one.
  const url = location.origin + path;
  if (url === location.href || path.includes('#')) {
    history.replaceState(null, '', url);
    location.reload();
  } else location.replace(url);
}
