import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchScenarios } from '../../src/files/watch-scenarios.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';

const root = mkdtempSync(join(tmpdir(), 'deckhand-watch-'));
const folder = join(root, 'scenarios');

function write(title: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mine.yaml'), `title: ${title}\nsteps: [stall: ]\n`);
}

it('a folder that is removed and created again is watched again', { timeout: 60_000 }, async () => {
  onTestFinished(() => rmSync(root, { recursive: true }));
  write('First');
  const library = new ScenarioLibrary();
  const troubles: string[] = [];
  const stop = await watchScenarios([folder], library, {
    onLoad: () => {},
    onDelete: () => {},
    onOverridden: () => {},
    onInvalid: () => {},
    onWatchError: (what) => troubles.push(what),
  });
  onTestFinished(stop);
  const seen = (title: string) =>
    vi.waitFor(() => expect(library.get('mine')?.title).toBe(title), { timeout: 20_000 });

  write('Changed');
  await seen('Changed');
  rmSync(folder, { recursive: true });
  await vi.waitFor(() => expect(troubles).toEqual([expect.stringContaining('was deleted')]), {
    timeout: 20_000,
  });
  write('Made again');
  await seen('Made again');
  write('Changed again');
  await seen('Changed again');
});
