import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledScenarios } from '../../src/generated/bundled-scenarios.js';

const folder = join(import.meta.dirname, '../../examples/deck-app/e2e');
const specs = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

// `npm run test:all` runs them.
it.each(Object.keys(bundledScenarios))('examples/deck-app has a test with %s', (scenario) => {
  expect(specs).toContain(`test('${scenario}: `);
});
