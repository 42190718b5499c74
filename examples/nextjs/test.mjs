// Starts the built app on a free port, and reads its pages.
import { spawn } from 'node:child_process';

const args = ['node_modules/next/dist/bin/next', 'start', '--port', '0'];
const child = spawn(process.execPath, args, { env: { ...process.env, DECKHAND: 'true' }, stdio: 'pipe' });
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

for (const [scenario, expected] of [
  ['happy-path', 'Harbour taxis'],
  ['asks-a-question', 'Who is the audience'],
  ['timeout-failure', 'timed out'],
  ['rejected', '429'],
]) {
  const page = await (await fetch(`http://localhost:${port}/?scenario=${scenario}`)).text();
  const [, title = page] = /<h1>(.*?)<\/h1>/.exec(page) ?? [];
  console.log(`${scenario}: ${title}`);
  if (!title.includes(expected)) process.exitCode = 1;
}
child.kill();
