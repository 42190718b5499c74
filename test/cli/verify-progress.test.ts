import { expect, test } from 'vitest';
import { VerifyProgress } from '../../src/cli/verify-progress.js';

test('the line has the phase, and the number of requests of those in the plan', () => {
  let shown = '';
  const terminal = { isTTY: true, columns: 200, write: (text: string) => (shown = text) };
  const line = new VerifyProgress(terminal, 50);
  line.show({ kind: 'phase', title: 'following jobs' });
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 10 });
  expect(shown).toContain('following jobs · 10 of about 50 requests');
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 60 });
  expect(shown).toContain('· 60 requests');
});
