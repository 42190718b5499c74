/**
 * Asks the server to judge the clients. Asked again after new exchanges, at most once a second, and less often if the server
 * needs long for it.
 */
import { effect } from '@preact/signals';
import { ApiError, line } from '../api/client.js';
import { conductReport } from './conduct.js';
import { workspaceId } from './route.js';
import { exchanges } from './traffic.js';

/** Milliseconds between two requests: the least, and the most. The first judgement is slow, because the server loads the judge. */
const INTERVAL = 1000;
const LONGEST = 5000;
/** The share of the time that a judgement may take. */
const SHARE = 0.1;

export function judgeConduct(): void {
  let next = 0;
  effect(() => {
    const workspace = workspaceId.value;
    if (exchanges.value.length === 0) return undefined;
    // A new exchange restarts the timer. The deadline stays, so that continuous traffic cannot delay the request forever.
    const timer = setTimeout(
      () => {
        const start = performance.now();
        next = start + INTERVAL;
        void read(workspace).then(() => {
          const took = performance.now() - start;
          next = Math.max(next, start + Math.min(took / SHARE, took + LONGEST));
        });
      },
      Math.max(0, next - performance.now()),
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
    const report = await line.run('readConduct', { params: { workspace }, query: { unassigned: 'true' } });
    if (workspace === workspaceId.value) conductReport.value = report;
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  }
}
