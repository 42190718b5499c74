/** Runs the test of docs/app.md with handlers of a user, and the commands of the README that no other test runs. */
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { install } from '../cli/deckhand-process.js';
import { serve } from '../server/serve.js';
import { blocksOf } from './page.js';
import { UserProject } from './user-project.js';

const deckhand = install();
const project = new UserProject(deckhand.folder, ['vitest', 'msw']);
afterAll(() => project.remove());

it('the test beside own handlers passes', async () => {
  project.write('beside.test.ts', blocksOf('docs/app.md', 'ts', 'Beside your own msw')[0] ?? '');
  const { code, out, err } = await project.vitest('--testTimeout', '40000');
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/1 passed/);
});

it('the README starts a job, and asks for templates', async () => {
  const server = await serve();
  onTestFinished(server.close);
  const at = (code = ''): string => code.replaceAll('http://127.0.0.1:4010', server.url);
  const curl = blocksOf('README.md', 'sh', 'Start').find((code) => code.startsWith('curl'));
  expect(JSON.parse((await project.shell(at(curl))).out)).toMatchObject({ status: 'generating' });
  project.write(
    'request.mjs',
    `console.log((${at(blocksOf('README.md', 'js')[0]).trim().replace(/;$/, '')}).status);`,
  );
  expect((await project.shell('node request.mjs')).out).toBe('200\n');
});

it('the README serves a scenario', async () => {
  const [commands = ''] = blocksOf('README.md', 'sh', 'Front end: see every screen');
  const [list = '', preview = '', play = ''] = commands.split('\n');
  for (const line of [list, preview]) expect(await project.shell(line)).toMatchObject({ code: 0 });
  const words = play.replace('npx --no deckhand ', '').split(' ');
  await deckhand.start([...words, '--port', '0']).until(/Scenario +timeout-failure/);
});
