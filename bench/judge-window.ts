/** Judges the last 1,000 exchanges repeatedly, as `record` does, and sends the median time of one run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Judge } from '../src/contract/index.js';
import { readHarFiles } from '../src/proxy/recording/har-source.js';
import { median } from './median.js';
import { send } from './messages.js';
import { writeRecording } from './recorded-traffic.js';

const RUNS = 200;

const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
const file = join(folder, 'recording.har');
writeRecording(file, 3e6);
const judge = new Judge({ isLiveOnly: true, onFinding: () => undefined });
const times: number[] = [];
for await (const exchange of readHarFiles([file])) {
  judge.add(exchange);
  if (exchange.sequence < 1000 || times.length >= RUNS) continue;
  const began = performance.now();
  judge.step();
  times.push(performance.now() - began);
}
rmSync(folder, { recursive: true });
send({ kind: 'window', milliseconds: median(times) });
process.disconnect();
