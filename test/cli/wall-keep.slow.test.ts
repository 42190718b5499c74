import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startViteApp, type ViteApp } from '../browser/wall/vite-app.js';
import { built } from '../built.js';
import { install } from './deckhand-process.js';

const deckhand = install();
let app: ViteApp;
let folder: string;
let args: readonly string[];

beforeAll(async () => {
  const { executablePath } = await built('chromium');
  await built('wall');
  cpSync(fileURLToPath(new URL('../../dist/wall', import.meta.url)), join(deckhand.folder, 'dist/wall'), {
    recursive: true,
  });
  folder = mkdtempSync(join(tmpdir(), 'deckhand-kept-'));
  app = await startViteApp();
  args = [
    'wall',
    app.url,
    '--save',
    join(folder, 'wall'),
    ...(executablePath ? ['--browser', executablePath] : []),
  ];
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('deckhand wall --save', () => {
  it('ends by itself, although the app has open WebSockets', async () => {
    const { code, stdout, stderr } = await deckhand.run([...args, '--scenarios', 'instant,happy-path']);
    expect([code, stderr], stdout).toEqual([0, '']);
    expect(stdout).toContain('2 pictures of 2 scenarios');
    expect(readdirSync(join(folder, 'wall')).sort()).toEqual(['index.html', 'pictures', 'wall.json']);
    rmSync(join(folder, 'wall'), { recursive: true });
  });

  it('writes nothing when it is stopped, and when the app stops', async () => {
    const late = ['--scenarios', 'happy-path', '--at', '10h'];
    const running = deckhand.start([...args, ...late]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    running.kill('SIGINT');
    expect((await running.ended).code).not.toBe(0);
    await app.stop();
    const { code, stderr } = await deckhand.run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('No app responds at')]);
    expect(existsSync(join(folder, 'wall'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
