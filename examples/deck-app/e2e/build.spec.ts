import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

test('the production build contains nothing of the mock server', () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(dist + file).isFile(),
  );
  expect(files).toContain('index.html');
  const matches = files.filter((file) =>
    /deckhand|mockServiceWorker/i.test(file + readFileSync(dist + file, 'latin1')),
  );
  expect(matches).toEqual([]);
});
