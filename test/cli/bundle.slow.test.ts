import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { install } from './deckhand-process.js';
import { UserProject } from '../docs/user-project.js';

const deckhand = install();
const project = new UserProject(deckhand.folder);

it('a bundle of a running stand-in opens on another port, and can be judged', async () => {
  const port = String(await freePort());
  const server = deckhand.start(['serve', '--port', port, '--no-config']);
  await server.until(/API +http/);
  const address = `http://127.0.0.1:${port}`;
  const started = await fetch(`${address}/api/v1/presentations/generate`, {
    method: 'POST',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'A secret merger' }),
  });
  const { generation_id: id } = (await started.json()) as { generation_id: string };

  const bundle = `npx --no deckhand bundle ${address} --note "Look here" -o it.deckhand.zip`;
  const written = await project.shell(bundle);
  expect(written.code, written.err).toBe(0);
  const file = join(project.folder, 'it.deckhand.zip');
  expect(readFileSync(file).includes('merger')).toBe(false);
  const again = await project.shell(bundle);
  expect(again.code).toBe(2);
  expect(again.err).toContain('already exists');
  expect((await project.shell('npx --no deckhand judge --quiet it.deckhand.zip')).out).toMatch(
    /Incomplete|Pass/,
  );

  const other = String(await freePort());
  const opened = deckhand.start(['open', file, '--port', other]);
  await opened.until(new RegExp(`Panel +http://127\\.0\\.0\\.1:${other}/_deckhand/#/ws_dev/jobs/${id}`));
  const jobs = await fetch(`http://127.0.0.1:${other}/_deckhand/api/workspaces/ws_dev/jobs`);
  expect(await jobs.text()).toContain(id);
});

it('a source or a file that cannot be used is one error', async () => {
  for (const command of [
    'bundle nope.har',
    'bundle http://127.0.0.1:9',
    'open nope.zip',
    'open package.json',
  ]) {
    const { code, err } = await project.shell(`npx --no deckhand ${command}`);
    expect(code, command).toBe(2);
    expect(err).toMatch(/^deckhand: /);
    expect(err).not.toMatch(/\n {4}at /);
  }
  expect(existsSync(join(project.folder, 'nope.deckhand.zip'))).toBe(false);
});
