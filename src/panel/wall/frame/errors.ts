/** The errors of a frame: uncaught ones, those that the page writes to its console, and a mock server inside the app. */

/** @param report called with the first line of each error */
export function reportErrors(report: (message: string) => void): void {
  // Those of elements do not bubble. A page without its script is empty; without a picture, it is not.
  window.addEventListener(
    'error',
    ({ message, error, target }) => {
      if (target instanceof HTMLScriptElement) report(`${target.src || 'A script'} did not load.`);
      else if (message) report(errorText(error ?? message));
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => report(errorText(reason)));
  const { error } = console;
  console.error = (...values: unknown[]) => {
    Reflect.apply(error, console, values);
    report(values.map(errorText).join(' '));
  };
}

/** A worker of msw, also that of `deckhand/browser`, would respond before the wall. @param tell called with what to do */
export function detectServiceWorkerMock(tell: (message: string) => void): void {
  // Insecure pages have none.
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const look = (): void => {
    if (workers?.controller && /mockServiceWorker/.test(workers.controller.scriptURL))
      tell('A mock in the app (mockServiceWorker.js) responds before the wall. Start the app without it.');
  };
  workers?.addEventListener('controllerchange', look);
  look();
}

function errorText(value: unknown): string {
  const text =
    value instanceof Error
      ? `${value.name}: ${value.message}`
      : typeof value === 'string'
        ? value
        : ((JSON.stringify(value) as string | undefined) ?? String(value));
  return (text.split('\n')[0] ?? '').slice(0, 300);
}
