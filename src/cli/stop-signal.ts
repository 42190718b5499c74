/** How a command that goes on is told to end: Ctrl-C, or the signal that process managers send. */

/** Resolves at the first request to stop; a second one stops at once. */
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
