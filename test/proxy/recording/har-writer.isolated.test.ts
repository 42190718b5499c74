import { readFileSync, statSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { HarWriter } from '../../../src/proxy/recording/har-writer.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { createTempFolder } from '../../cli/temp-files.js';

vi.mock('node:fs', { spy: true });

const creator = { name: 'deckhand', version: '0' };

const exchange = (sequence: number): Exchange => ({
  sequence,
  startedAt: 1_000 + sequence,
  endedAt: 1_001.5 + sequence,
  request: { method: 'GET', url: 'http://h.example/api/v1/templates', headers: [['Accept', '*/*']] },
  response: { status: 200, headers: [], body: { text: '{"é":"😀"}', bytes: 13 } },
});

const read = (file: string) => fromHar(JSON.parse(readFileSync(file, 'utf8')));
const endOf = (file: string): boolean | undefined => read(file).isComplete;

test('the file is valid after every exchange: empty, with one, with many', () => {
  const file = join(createTempFolder({}), 'traffic.har');
  const har = new HarWriter(file, { creator, onError: () => {} });
  expect(read(file)).toMatchObject({ exchanges: [], warnings: [] });
  har.add(exchange(1));
  expect(read(file)).toMatchObject({ exchanges: [exchange(1)], warnings: [] });
  har.add(exchange(2));
  expect(read(file).exchanges).toEqual([exchange(1), exchange(2)]);
  expect(endOf(file)).toBe(false);
  har.close();
  expect(read(file).exchanges).toHaveLength(2);
  expect(endOf(file)).toBe(true);
});

test('a recording stops at its limit: reported once, valid, and without an end marker', () => {
  const file = join(createTempFolder({}), 'traffic.har');
  const errors: string[] = [];
  const har = new HarWriter(file, { creator, onError: (what) => errors.push(what), maxBytes: 1024 ** 2 });
  for (let sequence = 1; sequence <= 10_000; sequence += 1) har.add(exchange(sequence));
  har.close();
  expect(errors).toEqual([`${file} has 1 MB. Later exchanges are not recorded`]);
  expect(statSync(file).size).toBeLessThan(1024 ** 2 + 10);
  expect(read(file).exchanges.length).toBeGreaterThan(1_000);
  expect(endOf(file)).toBe(false);
});

test('the old content of the file is overwritten, and only its user can read the new one', () => {
  const file = join(createTempFolder({ 'old.har': 'x'.repeat(10_000) }), 'old.har');
  new HarWriter(file, { creator, onError: () => {} }).close();
  expect(read(file).exchanges).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a full disk is reported once, and the entries before it stay complete', () => {
  const file = join(createTempFolder({}), 'traffic.har');
  const errors: string[] = [];
  const har = new HarWriter(file, { creator, onError: (what) => errors.push(what) });
  har.add(exchange(1));
  vi.mocked(writeSync).mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  for (const sequence of [2, 3]) {
    har.add(exchange(sequence));
  }
  vi.mocked(writeSync).mockReset();
  har.close();
  expect(endOf(file)).toBe(false);
  expect(errors).toEqual([`${file} can no longer be written: ENOSPC: no space left on device, write`]);
  expect(read(file).exchanges).toEqual([exchange(1)]);
});

test.each([
  ['a folder', (folder: string) => folder, 'It is a folder.'],
  [
    'a link that leads nowhere',
    (folder: string) => {
      symlinkSync(join(folder, 'gone.har'), join(folder, 'link.har'));
      return join(folder, 'link.har');
    },
    'It is a broken link.',
  ],
])('%s is refused', (_, target, hint) => {
  const file = target(createTempFolder({}));
  const write = (): unknown => new HarWriter(file, { creator, onError: () => {} });
  expect(write).toThrow(expect.objectContaining({ summary: `${file} cannot be written.`, hint }));
});
