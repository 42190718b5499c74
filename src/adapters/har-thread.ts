/** Has HAR files read by a thread of its own, so that whoever asks for the exchanges has a processor for what it does with them. */
import { on } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Exchange } from '../journal/exchange.js';
import { UserError } from '../user-error.js';
import type { FromReader, ReadingFailed, ReadingOrder, ReadSoFar } from './har-messages.js';
import { unpacked } from './har-packing.js';

/** Where the thread's code is once it is built, seen from this file and from any chunk. From its source there is no thread. */
const READER = new URL('../adapters/har-worker.js', import.meta.url);

/** What is smaller has been read before a thread has started and its code is compiled. */
const LEAST_BYTES = 16_777_216;

/** A thread for the files; `undefined` where none can be had, or it would not pay. */
export function startReader(order: ReadingOrder): Worker | undefined {
  if (order.paths.includes('-') || availableParallelism() < 2 || !existsSync(READER)) return undefined;
  if (sizeOf(order.paths) < LEAST_BYTES) return undefined;
  try {
    // What the process was told to load or run at its start is none of the thread's business.
    return new Worker(READER, { workerData: order, execArgv: [] });
  } catch {
    // Node can be told to allow no threads.
    return undefined;
  }
}

/** What the thread reads. It is ended in any case, also when nobody wants the rest. @param take is told how far it is */
export async function* batchesOf(
  reader: Worker,
  take: (soFar: ReadSoFar) => void,
): AsyncGenerator<readonly Exchange[], undefined> {
  try {
    for await (const [message] of on(reader, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>) {
      take(message);
      if (message.kind === 'over') return;
      if (message.kind === 'failed') throw errorOf(message);
      const { exchanges } = message;
      yield typeof exchanges === 'string' ? unpacked(exchanges) : exchanges;
      reader.postMessage('taken');
    }
    throw new Error('The thread that reads has ended before the files.');
  } finally {
    await reader.terminate();
  }
}

function errorOf({ mistake, cause }: ReadingFailed): unknown {
  if (!mistake) return cause;
  const { code, message, hint } = mistake;
  return new UserError(code, message, { ...(hint !== undefined && { hint }), cause });
}

function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
