/** Schedules polling: every 500 ms while visible, at once after a command. */

let isPollDue = false;
let resolveWait = (): void => {};

/** Asks at once, or as soon as the page is visible. */
export function pollNow(): void {
  isPollDue = true;
  resolveWait();
}

addEventListener('online', pollNow);
document.addEventListener('visibilitychange', pollNow);

/** @param pause milliseconds; undefined: only `pollNow` ends it */
export function nextPoll(pause: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = pause === undefined ? undefined : setTimeout(pollNow, pause);
    resolveWait = () => {
      if (!isPollDue || document.hidden) return;
      clearTimeout(timer);
      isPollDue = false;
      resolve();
    };
    resolveWait();
  });
}
