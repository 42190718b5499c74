import { beforeAll, describe, expect, it } from 'vitest';
import { built } from '../built.js';
import { serveEachTest } from './start-test-server.js';

beforeAll(() => built('panel'));
const server = serveEachTest();
const get = (path: string): Promise<Response> => fetch(server().url + path, { redirect: 'manual' });

describe('the panel', () => {
  it('can run and load only its own files, and has no inline code', async () => {
    const response = await get('/_deckhand/');
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).toContain('id="panel"');
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)| on\w+=| style=|https?:/);
  });

  it('is cached forever, except for the page itself', async () => {
    const page = await get('/_deckhand/');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const script = /src="\.\/(assets\/[^"]+)"/.exec(await page.text())?.[1] ?? '';
    const response = await get(`/_deckhand/${script}`);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('contains the licences of the bundled packages, with their texts', async () => {
    const response = await get('/_deckhand/LICENSES.md');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    for (const name of ['preact', '@preact/signals-core', 'lucide-preact'])
      expect(text).toMatch(new RegExp(`^## ${name} - \\S+ \\(.+\\)\n\n.{10}`, 'm'));
    expect(text).toContain('Permission is hereby granted');
  });
});
