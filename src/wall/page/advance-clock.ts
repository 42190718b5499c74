/**
 * Advances one virtual clock for all sandboxes and frames, timer by timer. Larger steps would hide tight polling loops, and make
 * apps time out.
 */

export interface ClockSandbox {
  readonly name: string;
  /** The next event, on the clock of the wall. */
  readonly next: number | undefined;
  /** Responses that wait for the clock. A step does not wait for them. */
  readonly pendingResponses: number;
}

export interface ClockFrame {
  readonly name: string;
  readonly next: number | undefined;
  /** Requests without a response. */
  readonly pending: number;
  /** Differs when the screen differs. */
  readonly screen: string;
}

export interface ClockTargets {
  now(): number;
  sandboxes(): readonly ClockSandbox[];
  screens(): readonly ClockFrame[];
  /** Advances the sandboxes, then the screens, and reads both again. */
  advance(to: number): Promise<void>;
  /** Reads the sandboxes again. */
  refresh(): Promise<void>;
  /** Resolves when a screen reports something, or after some milliseconds. */
  nextMessage(milliseconds: number): Promise<void>;
  /** Real time, in ms. */
  realNow(): number;
}

/** How long to wait for a request, in real ms. */
const IDLE_TIMEOUT_MS = 2_000;
const IDLE_POLL_INTERVAL_MS = 15;

/** Waits until every request of the screens is complete, or waits for the clock. */
export async function waitForNetworkIdle(targets: ClockTargets): Promise<void> {
  const until = targets.realNow() + IDLE_TIMEOUT_MS;
  while (isBusy(targets)) {
    await targets.refresh();
    if (!isBusy(targets) || targets.realNow() > until) return;
    await targets.nextMessage(IDLE_POLL_INTERVAL_MS);
  }
}

function isBusy(targets: ClockTargets): boolean {
  const delayed = new Map(targets.sandboxes().map((sandbox) => [sandbox.name, sandbox.pendingResponses]));
  return targets.screens().some(({ name, pending }) => pending > (delayed.get(name) ?? 0));
}

/** Advances to the next timer or event, up to a limit. @returns the names of the screens that changed */
export async function advanceOnce(targets: ClockTargets, limit: number): Promise<readonly string[]> {
  await waitForNetworkIdle(targets);
  const previous = domHashes(targets);
  const now = targets.now();
  const next = [...targets.sandboxes(), ...targets.screens()].map((one) => one.next ?? Infinity);
  // A due timer runs in the next millisecond, so that a chain of such timers does not stop the clock.
  const earliest = next.reduce((minimum, one) => Math.min(minimum, Math.max(one, now + 1)), Infinity);
  await targets.advance(Math.min(Math.ceil(earliest), limit));
  await waitForNetworkIdle(targets);
  return [...domHashes(targets)].flatMap(([name, screen]) => (previous.get(name) === screen ? [] : [name]));
}

function domHashes(targets: ClockTargets): ReadonlyMap<string, string> {
  return new Map(targets.screens().map(({ name, screen }) => [name, screen]));
}

/** Whether a timer or an event is pending. */
export function hasPendingEvents(targets: ClockTargets): boolean {
  return [...targets.sandboxes(), ...targets.screens()].some(({ next }) => next !== undefined);
}

/**
 * Advances to a time, timer by timer.
 * @param isDone called before each step
 * @returns the names of the screens that changed
 */
export async function advanceTo(
  targets: ClockTargets,
  limit: number,
  isDone: (changed: ReadonlySet<string>) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  while (targets.now() < limit && !isDone(changed))
    for (const name of await advanceOnce(targets, limit)) changed.add(name);
  return changed;
}
