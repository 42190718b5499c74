import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { serveEachTest } from './start-test-server.js';

const file = join(import.meta.dirname, '../../openapi/presentation-generation.v1.yaml');
const server = serveEachTest();

it('serves the OpenAPI document unchanged', async () => {
  const response = await fetch(`${server().url}/_deckhand/openapi.yaml`);
  expect(response.headers.get('content-type')).toMatch(/^application\/yaml/);
  expect(await response.text()).toBe(readFileSync(file, 'utf8'));
});

it('serves the same document as JSON', async () => {
  const response = await fetch(`${server().url}/_deckhand/openapi.json`);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const { info, paths } = (await response.json()) as Record<'info' | 'paths', object>;
  const written = parse(readFileSync(file, 'utf8'), { merge: true }) as Record<'info' | 'paths', object>;
  expect(info).toEqual(written.info);
  expect(Object.keys(paths)).toEqual(Object.keys(written.paths));
});
