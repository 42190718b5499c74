/**
 * Runs the shell blocks of every page as they are written, in their order, in the project of a user who has installed the
 * package; and code of the pages that no example has. test/browser/ runs the blocks of Playwright.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { installCli, PACKAGE } from '../cli/deckhand-process.js';
import { serve } from '../server/start-test-server.js';
import { blocksOf, read } from './markdown-blocks.js';
import { blocksForRunner, writeTestFiles } from './recipe-blocks.js';
import { stagingRecording } from './staging-recording.js';
import { UserProject } from './user-project.js';

const deckhand = installCli();
const PAGES = ['README.md', ...readdirSync('docs').filter((name) => name.endsWith('.md'))].map((name) =>
  name === 'README.md' ? name : `docs/${name}`,
);

/** Lines that install, or need Docker, mkcert, a browser, an app, a proxy or the tests of the reader. */
const NOT_HERE =
  /^(?:npm |docker |export HTTPS_PROXY)|npx (?!--no deckhand)|deckhand wall |company-ca|mkcert|localhost\+2/;

/** Each curl prints the status of its response. `served` runs a command until it listens, and sends a recorder one request. */
const PRELUDE = `
curl() { command curl -w '%{stderr}HTTP %{http_code}\\n' "$@"; }
served() {
  : > served.txt
  "$@" --port 0 > served.txt 2>&1 &
  until grep -qE 'Panel|Use ' served.txt; do
    kill -0 $!
    sleep 0.02
  done
  sed -nE 's/.*Use +([^ ]+).*/\\1/p' served.txt | while read -r url; do
    command curl -s "$url/templates" -H 'x-api-key: deckhand-dev-key'
  done
  kill $! && wait $! && cat served.txt
}
`;

/** What the commands of a page print, among other things. */
const PRINTED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'README.md': [/Scenario +happy-path/, /"status":"generating"/],
  'docs/control.md': ['"detail":"must be a time such as 5m or 1m30s, or milliseconds, not \\"5x\\""'],
  'docs/record.md': [
    /HAR +traffic\.har/,
    /Replay +staging\.har: 1 job, 9 requests/,
    'client/no-tight-polling-loop, section 4.5',
    ...blocksOf('docs/record.md', 'text', 'Replay'),
  ],
  'docs/scenarios.md': [/Scenario +asks-then-429/],
  'docs/serve.md': [/Scenario +slow-progress[^]*Stopped\.[^]*Stopped\./],
  'docs/verify.md': [/^GET \/templates\t0\t/m],
};

const ownScenario = blocksOf('docs/scenarios.md', 'yaml', 'Write a scenario')[0] ?? '';

/** The project of a reader, with the files that the pages name. */
function readersProject(): UserProject {
  const project = new UserProject(PACKAGE, ['vitest', 'msw', 'yaml']);
  project.write('staging.har', stagingRecording());
  project.write('staging.har.gz', gzipSync(stagingRecording()));
  project.write('scenarios/mine.yaml', readFileSync('scenarios/asks-twice.yaml', 'utf8'));
  project.write('my-scenarios/asks-then-429.yaml', ownScenario);
  for (const code of blocksOf('docs/record.md', 'js', 'Check your client against the client rules'))
    project.write(/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code);
  return project;
}

const project = readersProject();
afterAll(() => project.remove());

/** A server in place of the deployment, and of the mock server at its usual port. */
async function startServer() {
  const server = await serve();
  server.deckhand.workspace('ws_dev').useScenario('instant');
  const at = (code = ''): string =>
    code.replaceAll(/https:\/\/staging\.example\.com|http:\/\/127\.0\.0\.1:4010/g, server.url);
  return { close: server.close, at };
}

it.concurrent.for(PAGES)(
  'the commands of %s',
  { timeout: 120_000 },
  async (page, { expect, onTestFinished }) => {
    const reader = readersProject();
    onTestFinished(() => reader.remove());
    const { at, close } = await startServer();
    onTestFinished(close);
    const lines = blocksOf(page, 'sh').join('').split('\n');
    const code = at(lines.filter((line) => !NOT_HERE.test(line)).join('\n'))
      .replaceAll('=…', '=deckhand-dev-key')
      .replaceAll(/^npx --no deckhand (?:serve|record)/gm, 'served $&')
      .replaceAll(/verify (?!.*(?:--dry-run|--requests-per-minute)).*$/gm, '$& --requests-per-minute 0')
      .replaceAll(/verify (?!.*--dry-run).*$/gm, '$& --poll-interval 100ms')
      .replaceAll(/^.* --fail-on-violation .*$/gm, '$& || [ $? = 1 ]');
    const { code: exit, out, err } = await reader.shell(PRELUDE + code);
    expect(exit, out + err).toBe(0);
    const statuses = [...err.matchAll(/^HTTP (\d+)$/gm)].map(([, status]) => status);
    expect(statuses).toHaveLength(code.match(/\bcurl -s/g)?.length ?? 0);
    // One command of a page shows a mistake.
    const refused = statuses.filter((status) => !status?.startsWith('2'));
    expect(refused).toEqual(page === 'docs/control.md' ? ['400'] : []);
    for (const part of PRINTED[page] ?? []) expect(out + err).toMatch(part);
    if (page !== 'docs/record.md') return;
    const story = readFileSync(join(reader.folder, 'scenarios/renderer-fails.yaml'), 'utf8');
    expect(story).toBe(blocksOf(page, 'yaml', 'Replay')[0]);
  },
);

it('the errors in docs/scenarios.md are those that the command prints', async () => {
  const reader = readersProject();
  onTestFinished(() => reader.remove());
  const wrong = ownScenario.replace('- complete:', '- complete').replace('retry_after: 5s', 'retry_after: 5');
  reader.write('my-scenarios/asks-then-429.yaml', wrong);
  const { code, out, err } = await reader.shell('npx --no deckhand scenario check my-scenarios/');
  expect(code).toBe(1);
  const [shown = ''] = blocksOf('docs/scenarios.md', 'text', 'Write a scenario');
  for (const line of shown.trim().split('\n')) expect(out + err).toContain(line);
});

it.each([
  ['README.md', 'js', undefined],
  ['docs/control.md', 'ts', undefined],
  ['docs/scenarios.md', 'ts', 'Write a scenario'],
  ['docs/serve.md', 'ts', 'Start the server from code'],
  ['docs/verify.md', 'js', 'From code'],
])('the code of %s in %s', async (page, language, section) => {
  const { at, close } = await startServer();
  onTestFinished(close);
  project.write('code.test.mjs', at(blocksOf(page, language, section)[0]));
  const { code, out, err } = await project.shell('node code.test.mjs');
  expect(code, out + err).toBe(0);
});

it('the tests of docs/scenarios.md, the one of docs/app.md beside own handlers, and those with arranged workspaces', async () => {
  const files = writeTestFiles(project, 'vitest');
  project.write('beside.test.ts', blocksOf('docs/app.md', 'ts', 'With your own msw handlers')[0] ?? '');
  project.write('arrange.test.ts', blocksOf('docs/tests.md', 'ts', 'Arrange workspaces')[0] ?? '');
  const { code, out, err } = await project.vitest('--dir', '.', '--testTimeout', '40000', '.test.ts');
  expect(code, out + err).toBe(0);
  expect(out).toMatch(new RegExp(`Test Files +${files.size + 2} passed`));
  expect(blocksForRunner('nobody')).toEqual([]);
});

it('the configuration in docs/app.md starts Vite with the mock server, in a project that has no other file', async () => {
  const reader = new UserProject(PACKAGE, ['vite']);
  onTestFinished(() => reader.remove());
  reader.write('vite.config.ts', blocksOf('docs/app.md', 'ts', 'Vite')[0] ?? '');
  reader.write(
    'start.mjs',
    `import { createServer } from 'vite';
    const vite = await createServer({ server: { port: 0, host: '127.0.0.1' } });
    await vite.listen();
    const headers = { 'x-api-key': 'deckhand-dev-key' };
    const response = await fetch(new URL('/api/v1/templates', vite.resolvedUrls.local[0]), { headers });
    console.log('templates', response.status);
    await vite.close();`,
  );
  const { code, out, err } = await reader.shell('node start.mjs');
  expect(code, out + err).toBe(0);
  expect(out).toContain('templates 200');
});

describe('docs/serve.md', () => {
  it('sets options in the configuration file', async () => {
    project.write('deckhand.config.ts', blocksOf('docs/serve.md', 'ts', 'Options')[0] ?? '');
    const config = join(project.folder, 'deckhand.config.ts');
    const server = deckhand.start(['serve', '--port', '0', '--config', config]);
    const [address = ''] = await server.until(/http:\S+\/backend\/api\/v1/);
    expect((await fetch(`${address}/templates`, { headers: { 'x-api-key': 'my-key' } })).status).toBe(200);
  });

  it('accepts the host name of the Compose service, and no other', async () => {
    const [compose = ''] = blocksOf('docs/serve.md', 'yaml', 'Run a shared server');
    const { presentations, tests } = parse(compose).services;
    const env = {
      HOST: '0.0.0.0',
      DECKHAND_CONTROL_TOKEN: 'a-token-of-the-team',
      DECKHAND_API_KEYS: 'team-key',
    };
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
    await server.until(/To\s+allow\s+it,\s+start\s+with\s+--allow-host\s+other\./);
  });
});

it('the README has the code of the page that it links to', () => {
  const parts = [
    ...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)#?[\w-]*\)[^\n]*\n\n```ts\n(.*?)^```$/gms),
  ];
  expect(parts.map(([, page]) => page)).toEqual(['docs/tests.md']);
  for (const [, page = '', code = ''] of parts) expect(read(page)).toContain(code);
});
