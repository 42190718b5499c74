/**
 * Asks the server to judge the clients. Asked again after new exchanges, at most once a second, and only while a view shows
 * the verdicts.
 */
import { effect } from '@preact/signals';
import { ApiError, line } from '../api/client.js';
import { conductReport } from './conduct.js';
import { view, workspaceId } from './route.js';
import { exchanges } from './traffic.js';

/** Milliseconds between two requests. */
const INTERVAL = 1000;

export function judgeConduct(): void {
  let last = 0;
  effect(() => {
    if (view.value !== 'traffic' && view.value !== 'rules') return undefined;
    const workspace = workspaceId.value;
    void exchanges.value;
    // A new exchange restarts the timer. The deadline stays, so that continuous traffic cannot delay the request forever.
    const timer = setTimeout(
      () => {
        last = performance.now();
        void read(workspace);
      },
      Math.max(0, last + INTERVAL - performance.now()),
    );
    return () => clearTimeout(timer);
  });
  effect(() => {
    void workspaceId.value;
    conductReport.value = undefined;
  });
}

async function read(workspace: string): Promise<void> {
  try {
    const report = await line.run('readConduct', { params: { workspace } });
    if (workspace === workspaceId.value) conductReport.value = report;
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  }
}
