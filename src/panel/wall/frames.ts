/**
 * The line from the page to its frames, and to tabs in which a frame was opened alone. Messages count only if they come from the
 * origin of a frame.
 */
import type { MirroredStep, FromFrame, ToFrame } from '../../wall/wall-types.js';
import { effect } from '@preact/signals';
import { changeFrame, facts, frames, isMirroring, takeStatus, theme } from './state.js';

/** How long a frame can take for a reply, in ms. */
const PATIENCE = 5_000;

interface Line {
  readonly name: string;
  readonly window: Window;
  readonly origin: string;
}

/** By window, because a frame can be open in a tab, too. */
const lines = new Map<Window, Line>();
const waiting = new Map<number, (reply: Reply) => void>();
const reports = new Set<() => void>();
const arrivals = new Map<string, Set<() => void>>();
type Reply = Extract<FromFrame, { type: 'reply' }> | undefined;
let last = 0;

/** Called when a person does something in a frame, and when its requests change. */
let onActive: () => void = () => {};
export function whenActive(listener: () => void): void {
  onActive = listener;
}

export function listenToFrames(): void {
  effect(() => void askAll({ type: 'look', theme: theme.value }));
  addEventListener('message', ({ origin, source, data }: MessageEvent<FromFrame>) => {
    const name = facts.value?.frames.find((frame) => frame.origin === origin)?.name;
    if (name === undefined || (source !== null && !('postMessage' in source))) return;
    // A frame that a click takes to another page has no window when its message arrives.
    const window = (source as Window | null) ?? frameOf(name);
    if (window) take(name, origin, window, data);
  });
}

function take(name: string, origin: string, window: Window, message: FromFrame): void {
  if (message.type === 'hello') {
    lines.set(window, { name, origin, window });
    for (const resolve of arrivals.get(name) ?? []) resolve();
    arrivals.delete(name);
    const line = { name, origin, window };
    if (theme.value !== null) void ask(line, { type: 'look', theme: theme.value });
    onActive();
  }
  // The frame has the last word about what it shows, not a tab beside it.
  if ('status' in message && frameOf(name) === window) {
    if (frames.value.get(name)?.status?.pending !== message.status.pending) onActive();
    takeStatus(name, message.status);
  }
  if (message.type === 'reply') waiting.get(message.id)?.(message);
  if (message.type === 'error') {
    const errors = frames.value.get(name)?.errors ?? [];
    if (!errors.includes(message.message))
      changeFrame(name, { errors: [...errors, message.message].slice(-20) });
  }
  if (message.type === 'step') {
    onActive();
    if (isMirroring.value) void mirror(message.step, window);
  }
  for (const report of reports) report();
}

function frameOf(name: string): Window | null | undefined {
  return document.querySelector<HTMLIFrameElement>(`iframe[data-name="${name}"]`)?.contentWindow;
}

async function mirror(step: MirroredStep, from: Window): Promise<void> {
  // A way to the element that this frame's screen does not have cannot be repeated.
  await Promise.all(
    openLines().map(async (line) => {
      if (line.window === from) return;
      const reply = await ask(line, { type: 'do', step });
      const missed = frames.value.get(line.name)?.missed ?? 0;
      if (reply?.found === false && step.do !== 'scroll' && step.do !== 'key')
        changeFrame(line.name, { missed: missed + 1 });
      else if (reply?.found === true && missed > 0) changeFrame(line.name, { missed: 0 });
    }),
  );
}

/** Frames, and tabs that are open. */
function openLines(): readonly Line[] {
  for (const window of lines.keys()) if (window.closed) lines.delete(window);
  return [...lines.values()];
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

function ask({ window, origin }: Line, message: Unnumbered<ToFrame>): Promise<Reply> {
  last += 1;
  const id = last;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), PATIENCE);
    const finish = (reply: Reply): void => {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(reply);
    };
    waiting.set(id, finish);
    window.postMessage({ ...message, id }, origin);
  });
}

/** Says the same to all frames. Resolves when all have replied. */
export async function askAll(message: Unnumbered<ToFrame>): Promise<void> {
  await Promise.all(openLines().map((line) => ask(line, message)));
}

/** Opens a path of the app in all frames. @param isFresh whether the app's storages are emptied first */
export async function loadFrames(path: string, isFresh: boolean): Promise<void> {
  await Promise.all(
    openLines().map(async ({ name, window, origin }) => {
      const loaded = arrival(name);
      window.postMessage({ type: 'load', id: 0, path, isFresh } satisfies ToFrame, origin);
      await loaded;
    }),
  );
}

/** Resolves when a frame has loaded, or after a while. */
export function arrival(name: string, patience = 15_000): Promise<void> {
  return new Promise((resolve) => {
    const waiters = arrivals.get(name) ?? new Set();
    arrivals.set(name, waiters.add(resolve));
    setTimeout(resolve, patience);
  });
}

/** Resolves when a frame reports something, or after some milliseconds. */
export function nextReport(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      reports.delete(finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    reports.add(finish);
  });
}
