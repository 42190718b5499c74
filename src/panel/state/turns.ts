/** When the panel asks the server: twice a second while the page is visible, and at once after a command. */

let isDue = false;
let wake = (): void => {};

/** Asks at once, or as soon as the page is visible. */
export function askNow(): void {
  isDue = true;
  wake();
}

addEventListener('online', askNow);
document.addEventListener('visibilitychange', askNow);

/** @param pause milliseconds; undefined: only `askNow` ends it */
export function nextTurn(pause: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = pause === undefined ? undefined : setTimeout(askNow, pause);
    wake = () => {
      if (!isDue || document.hidden) return;
      clearTimeout(timer);
      isDue = false;
      resolve();
    };
    wake();
  });
}
