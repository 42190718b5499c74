/**
 * The client rules that each exchange breaks, as the server judges them. Requested again after new exchanges, at most once a
 * second, and only while the traffic view is open.
 */
import { effect, signal } from '@preact/signals';
import type { ConductNote } from '../../generated/control-api.js';
import { unwrap, api, ApiError } from '../api/client.js';
import { view, workspaceId } from './route.js';
import { exchanges } from './traffic.js';

export const conduct = signal<ReadonlyMap<number, readonly ConductNote[]>>(new Map());

/** Milliseconds between two requests. */
const INTERVAL = 1000;

export function judgeConduct(): void {
  let last = 0;
  effect(() => {
    if (view.value !== 'traffic') return undefined;
    const workspace = workspaceId.value;
    if (exchanges.value.length === 0) {
      conduct.value = new Map();
      return undefined;
    }
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
}

async function read(workspace: string): Promise<void> {
  const call = api.GET('/workspaces/{workspace}/conduct', { params: { path: { workspace } } });
  try {
    const { notes } = await unwrap(call);
    if (workspace === workspaceId.value) conduct.value = Map.groupBy(notes, ({ exchange }) => exchange);
  } catch (error) {
    // The connection note already shows this error.
    if (!(error instanceof ApiError)) throw error;
  }
}
