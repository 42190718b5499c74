/**
 * Advances one virtual clock for all sandboxes and frames, timer by timer.: to the earliest timer of any screen or the next event of any sandbox, then
 * waits until requests are settled, and repeats. Larger steps would hide a loop of 100 ms, and make apps report a service that
 * does not respond. Knows neither HTTP nor frames: the page and tests give it both.
 */

export interface ClockSandbox {
  readonly name: string;
  /** The next event, on the clock of the wall. */
  readonly next: number | undefined;
  /** Responses that wait for the clock. They do not hold a step. */
  readonly held: number;
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

/** How long a request holds a step that is neither complete nor held, in real ms. */
const SETTLE_TIMEOUT_MS = 2_000;
const SETTLE_POLL_MS = 15;

/** Waits until all requests of the screens are complete, or wait for the clock. */
export async function waitForNetworkIdle(targets: ClockTargets): Promise<void> {
  const until = targets.realNow() + SETTLE_TIMEOUT_MS;
  while (isBusy(targets)) {
    await targets.refresh();
    if (!isBusy(targets) || targets.realNow() > until) return;
    await targets.nextMessage(SETTLE_POLL_MS);
  }
}

function isBusy(targets: ClockTargets): boolean {
  const held = new Map(targets.sandboxes().map((sandbox) => [sandbox.name, sandbox.held]));
  return targets.screens().some(({ name, pending }) => pending > (held.get(name) ?? 0));
}

/** One round. @returns the names of the screens that changed */
export async function advanceOnce(targets: ClockTargets, limit: number): Promise<readonly string[]> {
  await waitForNetworkIdle(targets);
  const before = domHashes(targets);
  const now = targets.now();
  const next = [...targets.sandboxes(), ...targets.screens()].map((one) => one.next ?? Infinity);
  // A timer that is due runs in the next millisecond, so that a chain of such timers does not stop the time.
  const earliest = next.reduce((least, one) => Math.min(least, Math.max(one, now + 1)), Infinity);
  await targets.advance(Math.min(Math.ceil(earliest), limit));
  await waitForNetworkIdle(targets);
  return [...domHashes(targets)].flatMap(([name, screen]) => (before.get(name) === screen ? [] : [name]));
}

function domHashes(targets: ClockTargets): ReadonlyMap<string, string> {
  return new Map(targets.screens().map(({ name, screen }) => [name, screen]));
}

/** Whether a timer or an event is still to come. */
export function hasPendingEvents(targets: ClockTargets): boolean {
  return [...targets.sandboxes(), ...targets.screens()].some(({ next }) => next !== undefined);
}

/**
 * Moves to an instant, in rounds.
 * @param isOver asked before each round
 * @returns the names of the screens that changed
 */
export async function advanceTo(
  targets: ClockTargets,
  limit: number,
  isOver: (changed: ReadonlySet<string>) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  while (targets.now() < limit && !isOver(changed))
    for (const name of await advanceOnce(targets, limit)) changed.add(name);
  return changed;
}
