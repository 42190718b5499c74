import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { RotatingHar } from '../../../src/proxy/recording/rotating-har.js';
import { folderOf } from '../../cli/temporary.js';

const exchange = (sequence: number): Exchange => ({
  sequence,
  startedAt: sequence,
  endedAt: sequence + 1,
  request: { method: 'GET', url: 'http://h.example/api/v1/templates', headers: [] },
  response: { status: 200, headers: [] },
});

const sequencesIn = (file: string): readonly number[] =>
  fromHar(JSON.parse(readFileSync(file, 'utf8'))).exchanges.map(({ sequence }) => sequence);

function write(
  first: string,
  force: boolean,
  segment = { exchanges: 2, characters: 1_000_000 },
): { readonly next: string[]; readonly trouble: string[] } {
  const next: string[] = [];
  const trouble: string[] = [];
  const har = new RotatingHar(first, {
    creator: { name: 'deckhand', version: '0' },
    segment,
    force,
    onError: (what) => trouble.push(what),
    onRotate: (file) => next.push(file),
  });
  for (let sequence = 1; sequence <= 5; sequence++) har.add(exchange(sequence));
  har.close();
  return { next, trouble };
}

test('each file holds the given number of exchanges and is valid by itself', () => {
  const folder = folderOf({});
  const { next, trouble } = write(join(folder, 'staging.har'), false);
  expect(next).toEqual(
    ['staging.2.har', 'staging.3.har'].map((name) => `The recording continues in ${join(folder, name)}.`),
  );
  expect(trouble).toEqual([]);
  expect(
    ['staging.har', ...['staging.2.har', 'staging.3.har']].map((name) => sequencesIn(join(folder, name))),
  ).toEqual([[1, 2], [3, 4], [5]]);
  for (const name of ['staging.har', 'staging.2.har', 'staging.3.har'])
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8')).log).toHaveProperty('_end');
});

test('a file of an earlier run is kept, unless --force overwrites it', () => {
  const folder = folderOf({});
  const earlier = join(folder, 'staging.2.har');
  writeFileSync(earlier, 'kept');
  expect(write(join(folder, 'staging.har'), false).next[0]).toContain('staging.3.har');
  expect(readFileSync(earlier, 'utf8')).toBe('kept');
  expect(write(join(folder, 'staging.har'), true).next[0]).toContain('staging.2.har');
  expect(sequencesIn(earlier)).toEqual([3, 4]);
});

test('the recording continues in the same file when the next one cannot be opened', () => {
  const folder = folderOf({});
  // A folder has the name of the next file.
  mkdirSync(join(folder, 'staging.2.har'));
  const { next, trouble } = write(join(folder, 'staging.har'), true);
  expect(next[0]).toMatch(
    /staging\.2\.har cannot be written\. The recording continues in the previous file\./,
  );
  expect(trouble).toEqual([]);
  expect(sequencesIn(join(folder, 'staging.har'))).toEqual([1, 2, 3, 4]);
  expect(sequencesIn(join(folder, 'staging.3.har'))).toEqual([5]);
});

test('a file ends where the segment ends that is judged, also by its characters', () => {
  const folder = folderOf({});
  const characters = 2 * exchange(1).request.url.length;
  write(join(folder, 'staging.har'), false, { exchanges: 100, characters });
  expect(
    ['staging.har', 'staging.2.har', 'staging.3.har'].map((name) => sequencesIn(join(folder, name))),
  ).toEqual([[1, 2], [3, 4], [5]]);
});
