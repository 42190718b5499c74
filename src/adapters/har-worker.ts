/** The thread that reads HAR files: tells the exchanges of all files by time, batch after batch, and waits when it is far ahead. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Exchange, HeaderPairs } from '../journal/exchange.js';
import { UserError } from '../user-error.js';
import {
  READ_AHEAD,
  type FromReader,
  type PackedBatch,
  type PackedExchange,
  type ReadingOrder,
} from './har-messages.js';
import { HarTraffic } from './har-source.js';

const { paths, ...options } = workerData as ReadingOrder;
const traffic = new HarTraffic(paths, options);
let untaken = 0;
parentPort?.on('message', () => untaken--);

try {
  for await (const batch of traffic.readHere()) {
    untaken++;
    tell({ kind: 'batch', exchanges: packed(batch), ...soFar() });
    while (untaken >= READ_AHEAD && parentPort) await once(parentPort, 'message');
  }
  tell({ kind: 'over', ...soFar() });
} catch (error) {
  tell({ kind: 'failed', ...failureOf(error), ...soFar() });
}
parentPort?.close();

function tell(message: FromReader): void {
  parentPort?.postMessage(message);
}

function soFar(): Pick<HarTraffic, 'notes' | 'repeated'> {
  return { notes: traffic.notes, repeated: traffic.repeated };
}

function failureOf(error: unknown): Pick<Extract<FromReader, { kind: 'failed' }>, 'mistake' | 'cause'> {
  if (!(error instanceof UserError)) return { cause: error };
  const { code, message, hint, cause } = error;
  return { mistake: { code, message, ...(hint !== undefined && { hint }) }, cause };
}

function packed(batch: readonly Exchange[]): string | readonly Exchange[] {
  if (!batch.every(isFinite)) return batch;
  const places = new Map<HeaderPairs, number>();
  const exchanges = batch.map((exchange): PackedExchange => {
    const { request } = exchange;
    const headers = places.get(request.headers) ?? places.size;
    places.set(request.headers, headers);
    return { ...exchange, request: { ...request, headers } };
  });
  return JSON.stringify({ lists: [...places.keys()], exchanges } satisfies PackedBatch);
}

/** JSON has no word for what a number like 1e999 is read as. */
function isFinite({ sequence, startedAt, endedAt, request, response }: Exchange): boolean {
  const figures = [sequence, startedAt, endedAt, request.body?.bytes ?? 0, response?.body?.bytes ?? 0];
  return figures.every(Number.isFinite);
}
