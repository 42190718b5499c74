/**
 * The script that the wall adds to the app's pages. It gives a frame the time of the wall, repeats what a person does in another
 * frame, and reports what the frame shows. It talks to the page of its own wall only, and to no server. In a kept wall, it talks to
 * the command instead, by a binding.
 */
import type { FrameFacts, FrameStatus, FromFrame, Storages, ToFrame } from '../../../wall/wall-types.js';
import { watchErrors, watchMocks } from './errors.js';
import { watchLook } from './look.js';
import { keepFocus, repeat } from './repeat.js';
import { watchRequests } from './requests.js';
import { watchScreen } from './screen.js';
import { pause, takeTime } from './timers.js';
import { watchPerson } from './watch-person.js';

declare global {
  interface Window {
    __deckhandWall?: FrameFacts;
    /** The binding of a kept wall. */
    __deckhandWallSay?: (message: FromFrame) => unknown;
    /** What a kept wall asks. */
    __deckhandWallAsk?: (message: ToFrame) => Promise<FromFrame | undefined>;
  }
}

const facts = window.__deckhandWall;
delete window.__deckhandWall;
const line = facts && (bound() ?? toPage(facts.wall));
if (facts && line) join(facts, line);

type Handle = (message: ToFrame) => Promise<FromFrame | undefined>;

/** The way to the conductor of the wall. */
interface Line {
  readonly say: (message: FromFrame) => void;
  readonly listen: (handle: Handle) => void;
}

function bound(): Line | undefined {
  const say = window.__deckhandWallSay;
  if (!say || window.parent !== window) return undefined;
  return {
    say: (message) => void say(message),
    listen: (handle) => void (window.__deckhandWallAsk = handle),
  };
}

/** The page of the wall: around this frame, or the one that opened this tab. A frame inside a frame of the app has neither. */
function toPage(wall: string): Line | undefined {
  const page =
    window.parent !== window
      ? window.parent === window.top
        ? window.parent
        : undefined
      : (window.opener as Window | null);
  if (!page || window.__deckhandWallSay) return undefined;
  const say = (message: FromFrame): void => page.postMessage(message, wall);
  return {
    say,
    listen: (handle) =>
      window.addEventListener('message', (event: MessageEvent<ToFrame>) => {
        if (event.source !== page || event.origin !== wall) return;
        event.stopImmediatePropagation();
        void handle(event.data).then((reply) => reply && say(reply));
      }),
  };
}

function join({ now, api }: FrameFacts, { say, listen }: Line): void {
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
    screen: shown.screen(),
    text: shown.text(),
  });
  const sayError = (message: string): void => say({ type: 'error', message });
  watchErrors(sayError);
  watchMocks(sayError);
  watchPerson((step) => say({ type: 'step', step }));
  if (window.parent !== window) keepFocus();

  listen(async (message) => {
    const { id } = message;
    if (message.type === 'advance') await time.advance(message.to);
    if (message.type === 'look') show(message);
    if (message.type === 'capture')
      return {
        type: 'reply',
        id,
        status: status(),
        captured: { url: location.pathname + location.search + location.hash, storages: readStorages() },
      };
    if (message.type === 'restore') {
      restore(message.url, message.storages);
      return undefined;
    }
    const found = message.type === 'do' ? repeat(message.step) : undefined;
    if (found === true) for (let turn = 0; turn < 2; turn += 1) await pause();
    return { type: 'reply', id, status: status(), ...(found !== undefined && { found }) };
  });
  const hello = (): void => say({ type: 'hello', status: status() });
  if (document.readyState === 'complete') hello();
  else window.addEventListener('load', () => void pause().then(hello));
}

function readStorages(): Storages {
  try {
    return { local: { ...localStorage }, session: { ...sessionStorage } };
  } catch {
    return { local: {}, session: {} };
  }
}

function restore(url: string, { local, session }: Storages): void {
  try {
    for (const [storage, saved] of [
      [localStorage, local],
      [sessionStorage, session],
    ] as const) {
      storage.clear();
      for (const [key, value] of Object.entries(saved)) storage.setItem(key, value);
    }
  } catch {
    // A page without storages is loaded again, too.
  }
  const isHere = url === location.pathname + location.search + location.hash;
  if (isHere || url.includes('#')) {
    history.replaceState(null, '', url);
    location.reload();
  } else location.replace(url);
}
