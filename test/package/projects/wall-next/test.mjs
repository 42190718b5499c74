// A Next.js app with routes of its own below `/api/v1`, on the wall. Its page sends no key, because its server adds the key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTheWall } from './on-the-wall.mjs';

const free = createServer().listen(0, '127.0.0.1');
await once(free, 'listening');
const { port } = free.address();
await new Promise((resolve) => free.close(resolve));

const next = spawn(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'dev', '--port', String(port), '--hostname', '127.0.0.1'],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } },
);
const ended = once(next, 'exit');
try {
  await new Promise((resolve, reject) => {
    next.stdout.on('data', (text) => /Ready in/.test(String(text)) && resolve());
    void ended.then(() => reject(new Error('The development server ended.')));
  });
  // It compiles the page now, so that the browser does not wait for it.
  await fetch(`http://127.0.0.1:${port}/`);
  await fetch(`http://127.0.0.1:${port}/api/v1/ideas`);
  await onTheWall(`http://127.0.0.1:${port}/`, '--no-key');
} finally {
  next.kill('SIGTERM');
  await ended;
}
