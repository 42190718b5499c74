/**
 * What the stand-in has to say of how the clients behave, by exchange. Judged anew after exchanges were told of, while
 * somebody looks at the traffic, and at most once a second.
 */
import { effect, signal } from '@preact/signals';
import type { ConductNote } from '../../generated/control-api.js';
import { answered, api, Trouble } from '../api/client.js';
import { view, workspaceId } from './route.js';
import { exchanges } from './traffic.js';

export const conduct = signal<ReadonlyMap<number, readonly ConductNote[]>>(new Map());

/** Milliseconds between two judgements. */
const BETWEEN = 1000;

export function judgeConduct(): void {
  let last = 0;
  effect(() => {
    if (view.value !== 'traffic') return undefined;
    const workspace = workspaceId.value;
    if (exchanges.value.length === 0) {
      conduct.value = new Map();
      return undefined;
    }
    // One that waits is put off by those that come, but not for ever.
    const timer = setTimeout(
      () => {
        last = performance.now();
        void read(workspace);
      },
      Math.max(0, last + BETWEEN - performance.now()),
    );
    return () => clearTimeout(timer);
  });
}

async function read(workspace: string): Promise<void> {
  const call = api.GET('/workspaces/{workspace}/conduct', { params: { path: { workspace } } });
  try {
    const { notes } = await answered(call);
    if (workspace === workspaceId.value) conduct.value = Map.groupBy(notes, ({ exchange }) => exchange);
  } catch (error) {
    // The connection says the same, for all to see.
    if (!(error instanceof Trouble)) throw error;
  }
}
