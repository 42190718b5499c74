// @ts-check
// Run inside a project that installed the tarball: starts `npx --no deckhand serve`, talks to it, and stops it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

// `exec`, because npx forwards SIGTERM only to its shell, and the server must get it. The process group is separate, so that
// no process is left when the server does not stop.
const command = 'exec deckhand serve --port 0';
const child = spawn('npx', ['--no', '-c', command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
const exited = once(child, 'exit');
let output = '';
for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));

/** @template T @param {string} what @param {Promise<T>} promise @returns {Promise<T>} */
async function beforeItHangs(what, promise) {
  const timeout = sleep(120_000, undefined, { ref: false }).then(() => {
    throw new Error(`${what}: not within two minutes`);
  });
  return Promise.race([promise, timeout]);
}

/** The origin in the server's output. */
async function readOrigin() {
  for (;;) {
    const match = /http:\/\/[\w.[\]:]+:\d+/.exec(output);
    if (match) return match[0];
    assert.equal(child.exitCode, null, 'the server ended before it printed its origin');
    await sleep(50);
  }
}

try {
  const origin = await beforeItHangs('its origin', readOrigin());
  const api = `${origin}/api/v1`;
  const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };

  const templates = await fetch(`${api}/templates`, { headers });
  assert.equal(templates.status, 200, 'GET /templates');

  const body = JSON.stringify({ prompt: 'Ten slides about lighthouses' });
  const job = await fetch(`${api}/presentations/generate`, { method: 'POST', headers, body });
  assert.equal(job.status, 202, 'POST /presentations/generate');
  const { generation_id: id } = await job.json();
  const poll = await fetch(`${api}/presentations/generate/${id}/status`, { headers });
  const { status } = await poll.json();
  assert.equal(status, 'generating', 'GET /presentations/generate/:generationId/status');

  // The files of the package that it serves, and those that a page needs.
  for (const path of [
    '/_deckhand/',
    '/_deckhand/docs/',
    '/_deckhand/openapi.yaml',
    '/_deckhand/openapi.json',
  ]) {
    const response = await fetch(`${origin}${path}`);
    assert.equal(response.status, 200, `GET ${path}`);
    for (const [, asset] of (await response.text()).matchAll(/(?:src|href)="([^"]*assets[^"]*)"/g)) {
      const file = new URL(asset ?? '', response.url);
      assert.equal((await fetch(file)).status, 200, `GET ${file.pathname}`);
    }
  }

  child.kill('SIGTERM');
  assert.deepEqual(await beforeItHangs('its end', exited), [0, null], 'exit code and signal after SIGTERM');
  console.log(`${api} on Node ${process.version}: 200, 202, and exit code 0 after SIGTERM`);
} catch (error) {
  console.error(error, `\nThe server printed:\n${output}`);
  process.exitCode = 1;
  if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
}
