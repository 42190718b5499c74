// @ts-check
/**
 * Runs the executable where nothing else is: an empty folder, no environment, a PATH without Node. Every command that needs no
 * project of the user runs once. Usage: node .ci/executable/check.js [FILE]
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import assert from 'node:assert/strict';

const built = resolve(
  process.argv[2] ?? `${import.meta.dirname}/dist/deckhand-${process.platform}-${process.arch}`,
);
const folder = mkdtempSync(join(tmpdir(), 'deckhand-executable-'));
/** A copy, so that no node_modules is in a folder above it. */
const file = join(folder, 'deckhand.exe');
copyFileSync(built, file);
/** No variable at all, except what a command itself needs. @type {import('node:child_process').SpawnOptions} */
const alone = { cwd: folder, env: { PATH: '/nowhere' } };
const KEY = 'deckhand-dev-key';

/** @param {string[]} args */
function run(args) {
  const { status, stdout, stderr } = spawnSync(file, args, { ...alone, encoding: 'utf8', timeout: 120_000 });
  assert.equal(status, 0, `deckhand ${args.join(' ')}: exit code ${status}\n${stdout}\n${stderr}`);
  console.log(`ok  deckhand ${args.join(' ').slice(0, 90)}`);
  return stdout + stderr;
}

/** Starts a command, and waits for a text. @param {string[]} args @param {RegExp} ready */
async function start(args, ready) {
  const child = spawn(file, args, { ...alone, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  await new Promise((done, failed) => {
    const read = (/** @type {Buffer} */ chunk) => {
      output += String(chunk);
      if (ready.test(output)) done(undefined);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => failed(new Error(`deckhand ${args[0]} ended with ${code}\n${output}`)));
  });
  const [, own] = /Use +(http:\/\/[\d.:]+)/.exec(output) ?? [];
  const [first = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
  return { child, printed: () => output, url: own ?? first };
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child) {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  return (await exited)[0];
}

try {
  assert.match(run(['--version']), /^\d+\.\d+\.\d+/);
  assert.match(run(['--help']), /Usage: deckhand/);
  assert.match(run(['scenario', 'list']), /happy-path/);
  writeFileSync(join(folder, 'own.yaml'), 'title: Own\nsteps:\n  - complete: { title: Own }\n');
  run(['scenario', 'check', 'own.yaml']);
  run(['scenario', 'preview', 'own.yaml']);

  const server = await start(['serve', '--port', '0', '--speed', '50'], /Panel +http/);
  const get = async (/** @type {string} */ path) => {
    const response = await fetch(server.url + path, { headers: { 'x-api-key': KEY } });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  const page = await get('/_deckhand/');
  const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
  assert.ok((await get(`/_deckhand/${script}`)).length > 1000, 'the panel has its script');
  assert.match(await get('/_deckhand/openapi.yaml'), /^openapi: 3\.1/m);
  assert.match(await get('/_deckhand/openapi.json'), /"openapi"/);
  assert.match(await get('/api/v1/templates'), /^[[{]/);
  assert.equal((await fetch(`${server.url}/_deckhand/nowhere.js`)).status, 404);
  console.log('ok  deckhand serve, with panel and contract');

  const api = `${server.url}/api/v1`;
  const pace = ['--requests-per-minute', '0', '--poll-interval', '50ms', '--api-key', KEY];
  run(['verify', api, ...pace, '--report', 'json=report.json', '--har', 'run.har']);
  assert.equal(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).outcome, 'pass');

  const proxy = await start(['record', api, '--port', '0', '--har', 'traffic.har'], /instead of/);
  // A client that behaves: it starts a job, and polls it calmly to its end.
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const through = `${proxy.url}/api/v1/presentations/generate`;
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const started = await (await fetch(through, { method: 'POST', headers, body })).json();
  for (let status = ''; status !== 'completed';) {
    await new Promise((done) => setTimeout(done, 2_000));
    ({ status } = await (await fetch(`${through}/${started.generation_id}/status`, { headers })).json());
  }
  assert.equal(await stop(proxy.child), 0, proxy.printed());
  assert.ok(existsSync(join(folder, 'traffic.har')));
  console.log('ok  deckhand record');
  run(['judge', 'traffic.har']);

  const wall = await start(['wall', server.url, '--port', '0', '--scenarios', 'happy-path'], /Wall +http/);
  const [, port = ''] = /wall\.localhost:(\d+)/.exec(wall.printed()) ?? [];
  for (const [name, path, has] of [
    ['wall', '/', '<title>Wall'],
    ['happy-path.wall', '/__deckhand/wall-frame.js', 'deckhand'],
  ]) {
    const asked = request({ port, path, headers: { host: `${name}.localhost:${port}` } }).end();
    const [response] = await once(asked, 'response');
    assert.equal(response.statusCode, 200, `${name} ${path}`);
    assert.ok((await text(response)).includes(has ?? ''), `${name} ${path} has ${has}`);
  }
  assert.equal(await stop(wall.child), 0, wall.printed());
  console.log('ok  deckhand wall, with its page and its script');
  assert.equal(await stop(server.child), 0, 'serve ends with 0');

  writeFileSync(
    join(folder, 'deckhand.config.ts'),
    "export default { scenario: 'rate-limited' as string };\n",
  );
  const configured = await start(['serve', '--port', '0'], /rate-limited/);
  assert.equal(await stop(configured.child), 0);
  console.log('ok  deckhand serve, with a configuration file in TypeScript');
} finally {
  rmSync(folder, { recursive: true });
}
