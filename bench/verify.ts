/** `npm run bench -- verify`: the requests and the time of a full `deckhand verify` without pacing, against `deckhand serve`. */
import { spawnSync } from 'node:child_process';
import { CLI, KEY, startDeckhand, stop } from './server-process.js';
import { median } from './median.js';

const ROUNDS = 3;

/** @returns one line */
export async function measureVerify(): Promise<string> {
  const { child, url } = await startDeckhand('--scenario', 'instant');
  const fast = ['--requests-per-minute', '0', '--poll-interval', '10ms', '--consistency-window', '10ms'];
  const keys = ['--api-key', KEY, '--other-api-key', 'deckhand-other-key'];
  const command = [CLI, 'verify', `${url}/api/v1`, ...keys, ...fast, '--report', 'json'];
  const seconds: number[] = [];
  let requests = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    seconds.push((performance.now() - startedAt) / 1000);
    if (stdout === '') throw new Error(stderr);
    ({ requests } = JSON.parse(stdout) as { requests: number });
  }
  await stop(child);
  return `A full \`deckhand verify\` with two keys and without pacing: ${requests} requests in ${median(seconds).toFixed(1)} s (median of ${ROUNDS}).`;
}
