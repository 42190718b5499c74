/** Waits for the signal to stop: Ctrl-C, SIGTERM from a process manager, or the end of the console on Windows. */

/**
 * Windows delivers no SIGTERM. It has Ctrl-Break, and sends SIGHUP when the console closes; the process then has a few seconds.
 * Elsewhere SIGHUP keeps its meaning, because `nohup` relies on it.
 */
export function stopSignals(platform: NodeJS.Platform): readonly NodeJS.Signals[] {
  return platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}

/** Resolves at the first signal. A second signal exits immediately. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of stopSignals(process.platform)) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(130));
        resolve();
      });
    }
  });
}
