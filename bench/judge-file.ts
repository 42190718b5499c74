/** Judges one HAR file as `deckhand judge` does, in a process that does nothing else, and tells what it took. */
import { tuneV8 } from '../src/adapters/tune-v8.js';
import { readHarFiles } from '../src/adapters/har-source.js';
import { TrafficJudge } from '../src/contract/index.js';
import { tell } from './messages.js';

const [file = ''] = process.argv.slice(2);
tuneV8();
const before = process.cpuUsage();
const began = performance.now();
const judged = new TrafficJudge();
let exchanges = 0;
for await (const batch of readHarFiles([file]).batches()) {
  exchanges += batch.length;
  for (const exchange of batch) judged.add(exchange);
}
const { outcome } = judged.report({ tool: { name: 'deckhand', version: '0' }, target: file });
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(before);
tell({
  kind: 'judged',
  exchanges,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peak: process.resourceUsage().maxRSS * 1024,
  outcome,
});
process.disconnect();
