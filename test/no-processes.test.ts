import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';

it.each([
  ['exec', () => exec('true')],
  ['execFile', () => execFile('true')],
  ['execFileSync', () => execFileSync('true')],
  ['execSync', () => execSync('true')],
  ['fork', () => fork('none.js')],
  ['spawn', () => spawn('true')],
  ['spawnSync', () => spawnSync('true')],
  ['new Worker', () => new Worker('', { eval: true })],
])('%s throws in a fast test', (_, start) => {
  expect(start).toThrow('*.slow.test.ts');
});

it('a browser does not start in a fast test', async () => {
  await expect(chromium.launch({ executablePath: process.execPath })).rejects.toThrow('*.slow.test.ts');
});
