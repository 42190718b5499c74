/** Runs the shell blocks of docs/control.md unchanged, in order, with the same server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { install } from '../cli/deckhand-process.js';
import { blocksOf } from './page.js';
import { UserProject } from './user-project.js';

const ROOT = join(import.meta.dirname, '../..');
const commands = blocksOf('docs/control.md', 'sh')
  // The test starts the server itself.
  .filter((code) => !code.startsWith('npx --no deckhand serve'))
  .join('\n');

const deckhand = install();
const project = new UserProject(deckhand.folder);
afterAll(() => project.remove());

/** Each curl also prints the status of its response. */
const PRELUDE = `
curl() { command curl -w '%{stderr}%{http_code} ' "$@"; }
`;

it('runs every command on the page of the control API', async () => {
  project.write('stories/.keep', '');
  project.write('scenarios/mine.yaml', readFileSync(join(ROOT, 'scenarios/asks-twice.yaml'), 'utf8'));
  const port = String(await freePort());
  const server = deckhand.start(['serve', '--port', port, '--scenarios', join(project.folder, 'stories')]);
  await server.until(/Scenario +happy-path/);
  const { out, err } = await project.shell(PRELUDE + commands.replaceAll(':4010/', `:${port}/`));
  const statuses = err.trim().split(' ');
  expect(statuses.length).toBe(commands.match(/curl -s/g)?.length);
  // One command of the page shows a mistake.
  expect(statuses.filter((status) => !status.startsWith('2'))).toEqual(['400']);
  const [code = ''] = blocksOf('docs/control.md', 'ts');
  project.write('remote.mjs', code.replaceAll(':4010', `:${port}`));
  expect(await project.shell('node remote.mjs')).toMatchObject({ code: 0 });
  expect(out).toContain('"detail":"must be a time such as 5m or 1m30s, or milliseconds"');
});
