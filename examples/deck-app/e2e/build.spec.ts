import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

test('what is built for production has nothing of the mock server in it', () => {
  const dist = fileURLToPath(new URL('../dist/', import.meta.url));
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(dist + file).isFile(),
  );
  expect(files).toContain('index.html');
  const told = files.filter((file) =>
    /deckhand|mockServiceWorker/i.test(file + readFileSync(dist + file, 'latin1')),
  );
  expect(told).toEqual([]);
});
