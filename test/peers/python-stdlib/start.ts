/** Starts the service in Python, in its own process. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Peer } from '../peer.js';

const service = join(import.meta.dirname, 'service.py');

export const pythonPeer: Peer = {
  name: "Python's standard library on bare sockets",
  keys: { first: 'K-rouge-5512', second: 'K-verte-8840', disabled: 'K-grise-1003' },
  questionPrompt: 'Lighthouses of the north sea – how many slides?',
  failurePrompt: 'An impossible outline',
  missing() {
    // `match` needs 3.10.
    const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
    return status === 0 ? undefined : 'python3 (3.10 or newer) is not installed';
  },
  async start({ speed, requestsPerMinute, seed }) {
    const args = [service, String(speed), String(requestsPerMinute), String(seed)];
    const child = spawn('python3', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    const port = await Promise.race([
      once(lines, 'line').then(([line]) => Number(line)),
      ended.then(() => Promise.reject(new Error('The service in Python did not start.'))),
    ]);
    return {
      baseUrl: `http://127.0.0.1:${port}/api/v1`,
      close: async () => {
        child.stdin.end();
        await ended;
      },
    };
  },
};
