/** The errors of a frame: uncaught ones, and those that the page writes to its console. */

/** @param tell called with the first line of each error */
export function watchErrors(tell: (message: string) => void): void {
  window.addEventListener('error', ({ message, error }) => {
    // A missing file is not an error of a script.
    if (message) tell(textOf(error ?? message));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => tell(textOf(reason)));
  const { error } = console;
  console.error = (...values: unknown[]) => {
    Reflect.apply(error, console, values);
    tell(values.map(textOf).join(' '));
  };
}

function textOf(value: unknown): string {
  const text =
    value instanceof Error
      ? `${value.name}: ${value.message}`
      : typeof value === 'string'
        ? value
        : ((JSON.stringify(value) as string | undefined) ?? String(value));
  return (text.split('\n')[0] ?? '').slice(0, 300);
}
