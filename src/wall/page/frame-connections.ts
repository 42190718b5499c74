/** postMessage connections to frames, and to frames opened in tabs. Messages of other origins are ignored. */
import type { UserAction, FrameEvent, FrameCommand } from '../protocol.js';
import { effect } from '@preact/signals';
import { applyFrameStatus, changeFrame, config, enlargedFrame, frames, isMirroring, theme } from './state.js';

/** How long to wait for the reply of a frame. */
const REPLY_TIMEOUT_MS = 5_000;

interface FrameConnection {
  readonly name: string;
  readonly window: Window;
  readonly origin: string;
}

/** By window, because a frame can also be open in a tab. */
const connections = new Map<Window, FrameConnection>();
const pendingReplies = new Map<number, (reply: FrameReply) => void>();
const messageListeners = new Set<() => void>();
const readyListeners = new Map<string, Set<() => void>>();
type FrameReply = Extract<FrameEvent, { type: 'reply' }> | undefined;
let lastId = 0;

/** Called after a user action in a frame, and when its pending requests change. */
let onActive: () => void = () => {};
export function onFrameActivity(listener: () => void): void {
  onActive = listener;
}

export function listenToFrames(): void {
  effect(() => void broadcast({ type: 'setTheme', theme: theme.value }));
  addEventListener('message', ({ origin, source, data }: MessageEvent<FrameEvent>) => {
    const name = config.value?.frames.find((frame) => frame.origin === origin)?.name;
    if (name === undefined || (source !== null && !('postMessage' in source))) return;
    // A frame that is navigating has no window when its message arrives.
    const window = (source as Window | null) ?? frameWindow(name);
    if (window) handleMessage(name, origin, window, data);
  });
}

function handleMessage(name: string, origin: string, window: Window, message: FrameEvent): void {
  if (message.type === 'ready') {
    connections.set(window, { name, origin, window });
    for (const resolve of readyListeners.get(name) ?? []) resolve();
    readyListeners.delete(name);
    const connection = { name, origin, window };
    if (theme.value !== null) void sendCommand(connection, { type: 'setTheme', theme: theme.value });
    onActive();
  }
  // The iframe's status wins over that of an extra tab.
  if ('status' in message && frameWindow(name) === window) {
    if (frames.value.get(name)?.status?.pending !== message.status.pending) onActive();
    applyFrameStatus(name, message.status);
  }
  if (message.type === 'reply') pendingReplies.get(message.id)?.(message);
  if (message.type === 'error') {
    const errors = frames.value.get(name)?.errors ?? [];
    if (!errors.includes(message.message))
      changeFrame(name, { errors: [...errors, message.message].slice(-20) });
  }
  if (message.type === 'escape' && enlargedFrame.value === name) {
    enlargedFrame.value = undefined;
    // The next key is one of the wall.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  if (message.type === 'action') {
    onActive();
    if (isMirroring.value) void mirror(message.step, window);
  }
  for (const listener of messageListeners) listener();
}

function frameWindow(name: string): Window | null | undefined {
  return document.querySelector<HTMLIFrameElement>(`iframe[data-name="${name}"]`)?.contentWindow;
}

async function mirror(step: UserAction, from: Window): Promise<void> {
  await Promise.all(
    openConnections().map(async (connection) => {
      if (connection.window === from) return;
      const reply = await sendCommand(connection, { type: 'perform', step });
      const missed = frames.value.get(connection.name)?.missedActions ?? 0;
      if (reply?.found === false && step.action !== 'scroll' && step.action !== 'key')
        changeFrame(connection.name, { missedActions: missed + 1 });
      else if (reply?.found === true && missed > 0) changeFrame(connection.name, { missedActions: 0 });
    }),
  );
}

/** Connections to frames and to open tabs. */
function openConnections(): readonly FrameConnection[] {
  for (const window of connections.keys()) if (window.closed) connections.delete(window);
  return [...connections.values()];
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

function sendCommand(
  { window, origin }: FrameConnection,
  message: WithoutId<FrameCommand>,
): Promise<FrameReply> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), REPLY_TIMEOUT_MS);
    const finish = (reply: FrameReply): void => {
      clearTimeout(timer);
      pendingReplies.delete(id);
      resolve(reply);
    };
    pendingReplies.set(id, finish);
    window.postMessage({ ...message, id }, origin);
  });
}

/** Sends a command to all frames. Resolves when all have replied. */
export async function broadcast(message: WithoutId<FrameCommand>): Promise<void> {
  await Promise.all(openConnections().map((connection) => sendCommand(connection, message)));
}

/**
 * Opens a path of the app in frames.
 * @param isFresh whether the app's storage is cleared first
 * @param names the frames
 */
export async function loadFrames(path: string, isFresh: boolean, names: ReadonlySet<string>): Promise<void> {
  const chosen = openConnections().filter((connection) => names.has(connection.name));
  await Promise.all(
    chosen.map(async ({ name, window, origin }) => {
      const loaded = waitForReady(name);
      window.postMessage({ type: 'load', id: 0, path, isFresh } satisfies FrameCommand, origin);
      await loaded;
    }),
  );
}

/** Resolves when a frame has loaded, or after the timeout. */
export function waitForReady(name: string, timeoutMs = 15_000): Promise<void> {
  return new Promise((resolve) => {
    const waiters = readyListeners.get(name) ?? new Set();
    readyListeners.set(name, waiters.add(resolve));
    setTimeout(resolve, timeoutMs);
  });
}

/** Resolves when a frame reports something, or after some milliseconds. */
export function nextMessage(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      messageListeners.delete(finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    messageListeners.add(finish);
  });
}
