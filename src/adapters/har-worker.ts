/** The thread that reads HAR files: tells the exchanges of all files by time, batch after batch, and waits when it is far ahead. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { UserError } from '../user-error.js';
import { READ_AHEAD, type FromReader, type ReadingOrder } from './har-messages.js';
import { packed } from './har-packing.js';
import { HarTraffic } from './har-source.js';

const { paths, ...options } = workerData as ReadingOrder;
const traffic = new HarTraffic(paths, options);
let untaken = 0;
parentPort?.on('message', () => untaken--);

try {
  for await (const batch of traffic.readHere()) {
    untaken++;
    tell({ kind: 'batch', exchanges: packed(batch) ?? batch, ...soFar() });
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
