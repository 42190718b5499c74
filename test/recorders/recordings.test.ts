import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brokenRulesIn, recordingIn, VERDICTS } from './verdicts.js';

const FOLDER = join(import.meta.dirname, 'recordings');
/** Its bodies are files of their own, and those of the archive are the same. */
const NAMES = Object.keys(VERDICTS).filter((name) => name !== 'playwright-attach');

it.each(NAMES)('the recording of %s has its verdicts', async (name) => {
  const file = recordingIn(FOLDER, name);
  expect(file).toBeDefined();
  expect(await brokenRulesIn(file ?? '')).toEqual([...(VERDICTS[name] ?? [])].sort());
});
