/** Schedules polling: at an interval while the page is visible, and immediately after a command. */

let isPollDue = false;
let resolveWait = (): void => {};

/** Polls immediately, or as soon as the page is visible. */
export function pollNow(): void {
  isPollDue = true;
  resolveWait();
}

addEventListener('online', pollNow);
document.addEventListener('visibilitychange', pollNow);

/** Resolves when the next poll is due. @param interval ms; if undefined, only `pollNow` resolves it */
export function nextPoll(interval: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = interval === undefined ? undefined : setTimeout(pollNow, interval);
    resolveWait = () => {
      if (!isPollDue || document.hidden) return;
      clearTimeout(timer);
      isPollDue = false;
      resolve();
    };
    resolveWait();
  });
}
