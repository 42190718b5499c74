/** The smallest job in plain CommonJS, in a process of its own: `require` loads other files of Deckhand and of msw than `import`. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { built } from '../built.js';

const ROOT = join(import.meta.dirname, '../..');

const JOB = `
  const { setupDeckhand } = require('deckhand/node');
  const { http, HttpResponse } = require('msw');
  const { setupServer } = require('msw/node');

  async function play(server) {
    const { listen, close, clock } = setupDeckhand({ origin: 'https://api.example.com', ...(server && { server }) });
    server?.listen();
    listen();
    const headers = { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"prompt":"Harbour taxis"}' };
    const started = await fetch('https://api.example.com/api/v1/presentations/generate', init);
    const { poll_url } = await started.json();
    const poll = async () => (await (await fetch('https://api.example.com' + poll_url, { headers })).json()).status;
    console.log(started.status, await poll());
    clock.advance('5m');
    console.log(await poll());
    if (server) console.log(await (await fetch('https://shop.example.com/me')).text());
    server?.close();
    close();
  }
  play()
    .then(() => play(setupServer(http.get('https://shop.example.com/me', () => HttpResponse.text('Ada')))))
    .catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
`;

beforeAll(() => built('required'), 120_000);

test('a process that requires deckhand/node plays a job to its end, alone and with its own msw server', async () => {
  const options = { cwd: ROOT, timeout: 60_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', JOB], options);
  expect(stdout).toBe('202 generating\ncompleted\n202 generating\ncompleted\nAda\n');
});
