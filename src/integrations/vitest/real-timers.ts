/** Notes the timers of this process that run in real time, each with the line that set it. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realNow } from '../../base/real-time.js';

/** A timer that has not fired. */
export interface RealTimer {
  /** When it is due, in real milliseconds since 1970. */
  readonly due: number;
  /** Such as `setTimeout(…, 3000) at app.ts:12`. */
  readonly call: string;
}

type SetTimer = (run: unknown, delay?: unknown, ...values: unknown[]) => unknown;

const NAMES = ['setTimeout', 'setInterval'] as const;

/** The timers of each observer. */
const observers = new Set<Map<unknown, RealTimer>>();
let removeWrappers: (() => void) | undefined;

/** Notes the timers that are set from now on. @returns a function that ends this, and returns those that have not fired */
export function observeRealTimers(): () => readonly RealTimer[] {
  const timers = new Map<unknown, RealTimer>();
  observers.add(timers);
  removeWrappers ??= wrapTimers();
  return () => {
    observers.delete(timers);
    if (observers.size === 0) {
      removeWrappers?.();
      removeWrappers = undefined;
    }
    return [...timers.values()];
  };
}

function wrapTimers(): () => void {
  const restores = NAMES.map((name) => wrapSetter(name));
  const { clearTimeout, clearInterval } = globalThis;
  const clear =
    (original: (id: never) => void) =>
    (id: unknown): void => {
      forget(id);
      original(id as never);
    };
  const wrappers = { clearTimeout: clear(clearTimeout), clearInterval: clear(clearInterval) };
  Object.assign(globalThis, wrappers);
  restores.push(() => {
    // A test can have replaced them since.
    if (globalThis.clearTimeout === wrappers.clearTimeout) globalThis.clearTimeout = clearTimeout;
    if (globalThis.clearInterval === wrappers.clearInterval) globalThis.clearInterval = clearInterval;
  });
  return () => {
    for (const restore of restores) restore();
  };
}

function wrapSetter(name: (typeof NAMES)[number]): () => void {
  const original = globalThis[name];
  const set = original as unknown as SetTimer;
  const wrapper: SetTimer = (run, delay, ...values) => {
    if (typeof run !== 'function') return set(run, delay, ...values);
    const milliseconds = Math.max(0, Number(delay) || 0);
    const id = set(
      (...passed: unknown[]) => {
        if (name === 'setTimeout') forget(id);
        Reflect.apply(run, undefined, passed);
      },
      delay,
      ...values,
    );
    const timer = {
      due: realNow() + milliseconds,
      call: `${name}(…, ${milliseconds})${callerOf(new Error().stack)}`,
    };
    for (const timers of observers) timers.set(id, timer);
    return id;
  };
  // Node's `setTimeout` has a property for `promisify`.
  Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(original));
  Object.assign(globalThis, { [name]: wrapper });
  return () => {
    if ((globalThis[name] as unknown) === wrapper) Object.assign(globalThis, { [name]: original });
  };
}

function forget(id: unknown): void {
  for (const timers of observers) timers.delete(id);
}

/** The line of a stack below this module, such as ` at src/app.ts:12`; the first outside of packages, if there is one. */
function callerOf(stack = ''): string {
  const positions = stack
    .split('\n')
    .slice(1)
    .flatMap((line) => /(?:file:\/\/)?(\/?[^\s()]+):(\d+):\d+\)?$/.exec(line)?.slice(1, 3).join(':') ?? [])
    .filter((position) => !position.startsWith(OWN_PATH) && !position.startsWith('node:'));
  const position = positions.find((one) => !one.includes('/node_modules/')) ?? positions[0];
  return position === undefined ? '' : ` at ${relative(process.cwd(), position)}`;
}

const OWN_PATH = fileURLToPath(import.meta.url);
