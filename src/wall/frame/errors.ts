/** Reports the errors of a frame: uncaught errors, console errors, and a mock in the app that bypasses the wall. */

/** @param report called with the first line of each error */
export function reportErrors(report: (message: string) => void): void {
  // Errors of elements do not bubble. Only missing scripts matter: without an image, the page still works.
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

/** Detects a service worker of msw, which intercepts requests before the wall. @param report called with the error */
export function detectServiceWorkerMock(report: (message: string) => void): void {
  // Undefined on insecure pages.
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  const check = (): void => {
    if (workers?.controller && /mockServiceWorker/.test(workers.controller.scriptURL))
      report('A mock in the app (mockServiceWorker.js) intercepts its requests. Start the app without it.');
  };
  workers?.addEventListener('controllerchange', check);
  check();
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
