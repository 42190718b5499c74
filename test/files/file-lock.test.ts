/** Who gets the lock of a file. `file-lock.slow.test.ts` has the cases that wait. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FileLock } from '../../src/files/file-lock.js';
import { thisProcess } from '../../src/files/this-process.js';
import { folderOf } from '../cli/temporary.js';
import { ownerText } from './lock-owner.js';

const newFile = (lock?: string): string =>
  join(folderOf(lock === undefined ? {} : { 'state.json.lock': lock }), 'state.json');

async function take(file: string): Promise<FileLock> {
  const lock = await FileLock.take(file);
  onTestFinished(() => lock.release());
  return lock;
}

it('holds host, boot, process, its start and a heartbeat, readable for its user only', async () => {
  const file = newFile();
  await take(file);
  const read = () => JSON.parse(readFileSync(`${file}.lock`, 'utf8'));
  const first = read();
  expect(first).toMatchObject({ ...thisProcess(), pid: process.pid, heartbeat: expect.any(Number) });
  expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
  await expect.poll(() => read().heartbeat).toBeGreaterThan(first.heartbeat);
});

it('is gone after its release', async () => {
  const file = newFile();
  (await FileLock.take(file)).release();
  expect(existsSync(`${file}.lock`)).toBe(false);
});

it('of a process that runs is refused at once, with its name', async () => {
  const file = newFile();
  await take(file);
  const began = performance.now();
  await expect(FileLock.take(file)).rejects.toThrow(
    `in use by process ${process.pid} of ${thisProcess().host}.`,
  );
  expect(performance.now() - began).toBeLessThan(2_000);
});

// Only Linux says when a process started.
it.runIf(process.platform === 'linux').each([
  ['whose id is free now', { pid: 2 ** 22 + 1 }],
  ['whose id another process has now', { pid: 1, start: '1' }],
  ['whose id this process has now', { start: '1' }],
  [
    'that was process 1 of this container before its restart',
    { pid: 1, start: '1', namespace: 'pid:[1]', heartbeat: Date.now() - 5_000 },
  ],
])('of a dead process of this boot %s is replaced at once', async (_who, owner) => {
  const file = newFile(ownerText(owner));
  const began = performance.now();
  const lock = await take(file);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(lock.isHeld()).toBe(true);
});

it('of a dead process goes to one of ten that want it', async () => {
  const file = newFile(ownerText({ pid: 2 ** 22 + 1 }));
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => take(file)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('that another process has taken is lost, and that is said once', async () => {
  const file = newFile();
  const lost: string[] = [];
  const lock = await FileLock.take(file, { onLost: (owner) => lost.push(owner) });
  const other = ownerText({ host: 'other-host', pid: 7 });
  rmSync(`${file}.lock`);
  writeFileSync(`${file}.lock`, other);
  expect([lock.isHeld(), lock.isHeld()]).toEqual([false, false]);
  expect(lost).toEqual(['process 7 of other-host']);
  lock.release();
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(other);
});

it('that somebody deleted is made again', async () => {
  const file = newFile();
  const lock = await take(file);
  rmSync(`${file}.lock`);
  expect(lock.isHeld()).toBe(true);
  await expect(FileLock.take(file)).rejects.toThrow('in use by');
});
