// Starts the built app on a free port, and reads its pages.
import { spawn } from 'node:child_process';

const args = ['node_modules/next/dist/bin/next', 'start', '--port', '0'];
const child = spawn(process.execPath, args, { env: { ...process.env, DECKHAND: 'true' }, stdio: 'pipe' });
let output = '';
const port = await new Promise((resolve, reject) => {
  const look = (chunk) => {
    output += chunk;
    const [, found] = /localhost:(\d+)/.exec(output) ?? [];
    if (found && output.includes('Ready')) resolve(found);
  };
  child.stdout.on('data', look);
  child.stderr.on('data', look);
  child.on('exit', () => reject(new Error(output)));
});

for (const [scenario, shows] of [
  ['happy-path', 'Harbour taxis'],
  ['asks-a-question', 'Who is the audience'],
  ['timeout-failure', 'timed out'],
  ['refused', '429'],
]) {
  const page = await (await fetch(`http://localhost:${port}/?scenario=${scenario}`)).text();
  const [, title = page] = /<h1>(.*?)<\/h1>/.exec(page) ?? [];
  console.log(`${scenario}: ${title}`);
  if (!title.includes(shows)) process.exitCode = 1;
}
child.kill();
