/** Owners of a lock that cannot be seen from here: of another machine, another boot, or a container that runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FileLock } from '../../src/files/file-lock.js';
import { folderOf } from '../cli/temporary.js';
import { ownerText } from './lock-owner.js';

const lockedBy = (text: string): string => join(folderOf({ 'state.json.lock': text }), 'state.json');

it('an owner of another host, of another boot, or of a damaged lock is replaced after ten seconds of silence', async () => {
  const locks = [
    ownerText({ host: 'other-host', heartbeat: 0 }),
    ownerText({ boot: 'other-boot', heartbeat: 0 }),
    '{"id":',
  ];
  const waits: string[] = [];
  const took = await Promise.all(
    locks.map(async (text) => {
      const began = performance.now();
      const lock = await FileLock.take(lockedBy(text), { onWait: (owner) => waits.push(owner) });
      lock.release();
      return performance.now() - began;
    }),
  );
  expect(Math.min(...took)).toBeGreaterThan(9_900);
  expect(Math.max(...took)).toBeLessThan(15_000);
  expect(waits.toSorted()).toEqual(
    [
      'an unknown process',
      `process ${process.pid} of ${hostname()}`,
      `process ${process.pid} of other-host`,
    ].toSorted(),
  );
});

it.each([
  ['another host', { host: 'other-host', pid: 7 }],
  ['a container with the same name', { namespace: 'pid:[1]', pid: 1, start: '1' }],
])('an owner of %s that shows a heartbeat keeps its lock', async (_who, owner) => {
  const file = lockedBy(ownerText(owner));
  const beat = setInterval(() => writeFileSync(`${file}.lock`, ownerText(owner)), 400);
  await expect(FileLock.take(file)).rejects.toThrow('is in use by process');
  clearInterval(beat);
  expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toMatchObject(owner);
});
