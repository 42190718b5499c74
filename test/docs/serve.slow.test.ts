/** Runs the commands, the configuration file, the test and the Compose service of docs/serve.md. */
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { install } from '../cli/deckhand-process.js';
import { blocksOf } from './page.js';
import { UserProject } from './user-project.js';

const deckhand = install();
const project = new UserProject(deckhand.folder);
afterAll(() => project.remove());
const of = (heading: string, language: string): readonly string[] =>
  blocksOf('docs/serve.md', language, heading);
/** @returns the words after `deckhand` of a line of the page, with a free port */
const serveIn = (code: string): string[] => {
  const [line = ''] = /serve.*/.exec(code) ?? [];
  return [...line.split(' '), '--port', '0'];
};

it('the first command serves', async () => {
  const [first = ''] = blocksOf('docs/serve.md', 'sh');
  await deckhand.start(serveIn(first)).until(/Scenario +slow-progress/);
});

it('the configuration file sets the options', async () => {
  project.write('deckhand.config.ts', of('Options', 'ts')[0] ?? '');
  const server = deckhand.start([
    'serve',
    '--port',
    '0',
    '--config',
    join(project.folder, 'deckhand.config.ts'),
  ]);
  const [address = ''] = await server.until(/http:\S+\/backend\/api\/v1/);
  expect((await fetch(`${address}/templates`, { headers: { 'x-api-key': 'my-key' } })).status).toBe(200);
});

it('the test of a server in its own process passes', async () => {
  project.write('server.test.mjs', of('In your own process', 'ts')[0] ?? '');
  const { code, out, err } = await project.shell('node --test server.test.mjs');
  expect(code, out + err).toBe(0);
});

it('a shared server starts', async () => {
  const [shared = ''] = of('Share a server', 'sh');
  const [variables = '', serve = ''] = shared.split('\n');
  const { out } = await project.shell(`${variables}\nprintf '%s %s' $DECKHAND_CONTROL_TOKEN $DECKHAND_KEYS`);
  const [token = '', keys = ''] = out.split(' ');
  const env = { DECKHAND_CONTROL_TOKEN: token, DECKHAND_KEYS: keys };
  await deckhand.start(serveIn(serve), { env }).until(/Panel/);
});

it('the Compose service is reached by its name, and no other name is', async () => {
  const [compose = ''] = of('Share a server', 'yaml');
  const { presentations, tests } = parse(compose).services;
  const env = { HOST: '0.0.0.0', DECKHAND_CONTROL_TOKEN: 'a-token-of-the-team', DECKHAND_KEYS: 'team-key' };
  const server = deckhand.start([...presentations.command, '--port', '0'], { env });
  const { port } = new URL(await server.url());
  const status = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { host, 'x-api-key': 'team-key' };
      get({ port, path: '/api/v1/templates', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  expect(await status(new URL(tests.environment.BASE_URL).host)).toBe(200);
  expect(await status('other:4010')).toBe(400);
  await server.until(/To allow it, start with\s+--allow-host other\./);
});
