import { unzipSync } from 'fflate';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { createControl } from '../../../src/server/control.js';

const BUNDLE = '/_deckhand/api/workspaces/ws_dev/bundle';

/** supertest reads other media types as text. */
const get = (path: string) =>
  request(createControl(createDeckhand()))
    .get(path)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });

describe('GET /workspaces/{workspace}/bundle', () => {
  it('sends a ZIP file to save, with the note', async () => {
    const { status, headers, body } = await get(`${BUNDLE}?note=Look%20at%20this&texts=true`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="ws_dev-[\d-]+\.deckhand\.zip"$/);
    const files = unzipSync(body as Uint8Array);
    expect(Buffer.from(files['note.md']!).toString()).toBe('Look at this');
  });

  it.each([
    [`${BUNDLE}?texts=yes`, 400, '/texts'],
    [`${BUNDLE}?job=gen_none`, 404, 'gen_none'],
    ['/_deckhand/api/workspaces/ws_none/bundle', 404, 'ws_none'],
    [`${BUNDLE}?colour=red`, 400, '/colour'],
  ])('refuses %s with %d', async (path, status, word) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(String(response.body)).toContain(word);
  });
});
