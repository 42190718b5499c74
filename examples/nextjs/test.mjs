// Builds the app, starts it on a free port, and reads its pages and the API below its own origin.
import { spawn, spawnSync } from 'node:child_process';

const next = 'node_modules/next/dist/bin/next';
const { status } = spawnSync(process.execPath, [next, 'build'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const child = spawn(process.execPath, [next, 'start', '--port', '0'], { stdio: 'pipe' });
let output = '';
const port = await new Promise((resolve, reject) => {
  const readOutput = (chunk) => {
    output += chunk;
    const [, port] = /localhost:(\d+)/.exec(output) ?? [];
    if (port && output.includes('Ready')) resolve(port);
  };
  child.stdout.on('data', readOutput);
  child.stderr.on('data', readOutput);
  child.on('exit', () => reject(new Error(output)));
});
const url = `http://localhost:${port}`;

function check(name, text, expected) {
  console.log(`${name}: ${text}`);
  if (!text.includes(expected)) process.exitCode = 1;
}

for (const [scenario, expected] of [
  ['happy-path', 'Harbour taxis'],
  ['asks-a-question', 'Who is the audience'],
  ['timeout-failure', 'timed out'],
  ['rejected', '429'],
]) {
  const page = await (await fetch(`${url}/?scenario=${scenario}`)).text();
  check(scenario, /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? page, expected);
}

// As a page sends them.
const headers = { 'x-api-key': process.env.DECKHAND_API_KEY, 'content-type': 'application/json' };
const { templates } = await (await fetch(`${url}/api/v1/templates`, { headers })).json();
check('list', templates.map(({ id }) => id).join(), 'tpl_pitch');
const body = JSON.stringify({ template_id: 'tpl_pitch', title: 'A pitch' });
const created = await fetch(`${url}/api/v1/presentations`, { method: 'POST', headers, body });
const presentation = await created.json();
check('create', presentation.title, 'A pitch');
const view = await (await fetch(url + new URL(presentation.url).pathname)).text();
check('view', /<title>(.*?)<\/title>/.exec(view)?.[1] ?? view, 'A pitch');
child.kill();
