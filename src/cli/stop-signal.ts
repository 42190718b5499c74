/** Waits for the signal to stop: Ctrl-C, or SIGTERM from a process manager. */

/** Resolves at the first signal. A second signal exits at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve();
      });
    }
  });
}
