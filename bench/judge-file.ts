/** Judges one HAR file as `deckhand judge` does, in a process of its own, and sends its time and memory. */
import { readHarFiles } from '../src/proxy/recording/har-source.js';
import { Judge } from '../src/contract/index.js';
import { send } from './messages.js';

const [file = ''] = process.argv.slice(2);
const before = process.cpuUsage();
const began = performance.now();
const judged = new Judge();
let exchanges = 0;
for await (const segment of readHarFiles([file]).segments()) {
  exchanges += segment.length;
  judged.addSegment(segment);
  while (judged.isWaiting) judged.step();
}
const { outcome } = judged.report({ tool: { name: 'deckhand', version: '0' }, target: file });
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(before);
send({
  kind: 'judged',
  exchanges,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peak: process.resourceUsage().maxRSS * 1024,
  outcome,
});
process.disconnect();
