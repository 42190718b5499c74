/**
 * `npm run bench -- entered`: the files of `src/` that a journey enters, which are those with a function that it calls, as V8
 * counts them. Everything runs from source in this process, by the commands that users type.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../src/cli/run.js';
import { firstResponse, freePort, KEY } from './server-process.js';
import { writeRecording } from './write-har.js';

const API = '/api/v1';
const SRC = new URL('../src', import.meta.url).href;

/** @returns the files of each journey */
export async function listEntered(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
  const har = join(folder, 'recording.har');
  writeRecording(har, 1_000);
  const upstream = `http://127.0.0.1:${await freePort()}`;
  createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('[]'),
  ).listen(new URL(upstream).port);
  const quiet = ['--log', 'silent'];
  const serve = await start((port) => ['serve', ...port, ...quiet], '/_deckhand/');
  const replay = await start((port) => ['serve', ...port, ...quiet, '--replay', har], '/_deckhand/');
  const record = await start((port) => ['record', upstream + API, ...port], `${API}/templates`);
  const wall = await start((port) => ['wall', upstream, ...port], '/', 'wall.localhost');
  const frame = `happy-path.wall.localhost:${new URL(wall).port}`;

  const id = await startJob(serve);
  await send(replay, 'POST', `${API}/presentations/generate`, { prompt: 'Herons' });
  const control = '/_deckhand/api/workspaces/ws_dev';
  const lines: string[] = [];
  for (const [name, action] of [
    ['a poll', () => send(serve, 'GET', `${API}/presentations/generate/${id}/status`)],
    ['a start', () => startJob(serve)],
    ['a poll of a replay', () => send(replay, 'GET', `${API}/presentations/generate/gen_0/status`)],
    ['a GET through record', () => send(record, 'GET', `${API}/templates`)],
    ["a frame's request", () => send(wall, 'GET', `${API}/templates`, undefined, frame)],
    ["the panel's pause", () => send(serve, 'POST', `${control}/clock/pause`)],
    ["the panel's ask", () => send(serve, 'POST', `${control}/jobs/${id}/ask`, { message: 'For whom?' })],
  ] as const) {
    const files = await entered(action);
    lines.push(`${name} enters ${files.length} files:`, ...files.map((file) => `  ${file}`));
  }
  rmSync(folder, { recursive: true });
  return lines.join('\n');
}

/** Starts a command that serves, without its output. @returns its address, when it responds */
async function start(
  words: (port: readonly string[]) => readonly string[],
  path: string,
  name = '127.0.0.1',
): Promise<string> {
  const port = await freePort();
  const streams = [process.stdout, process.stderr].map((stream) => ({
    stream,
    write: stream.write.bind(stream),
  }));
  for (const { stream } of streams) stream.write = () => true;
  try {
    void runCli(words(['--port', `${port}`]));
    await firstResponse(`http://127.0.0.1:${port}${path}`, `${name}:${port}`);
  } finally {
    for (const { stream, write } of streams) stream.write = write;
  }
  return `http://127.0.0.1:${port}`;
}

async function startJob(url: string): Promise<string> {
  const text = await send(url, 'POST', `${API}/presentations/generate`, { prompt: 'Herons' });
  return (JSON.parse(text) as { generation_id: string }).generation_id;
}

/** @param host another host than that of the address. @throws for a response other than 2xx */
function send(url: string, method: string, path: string, body?: object, host?: string): Promise<string> {
  const headers = {
    'x-api-key': KEY,
    ...(body && { 'content-type': 'application/json' }),
    ...(host !== undefined && { host }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url + path, { method, headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        const isSuccess = (response.statusCode ?? 0) >= 200 && (response.statusCode ?? 0) < 300;
        if (isSuccess) resolve(text);
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** The files of `src/` of which the second call of `action` calls a function that has a name. */
async function entered(action: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  await session.post('Profiler.takePreciseCoverage');
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter(({ url }) => url.startsWith(SRC))
    .filter(({ functions }) => functions.some((one) => one.functionName !== '' && one.ranges[0]?.count))
    .map(({ url }) => url.slice(SRC.length).replace(/\?.*/, ''))
    .sort();
}
