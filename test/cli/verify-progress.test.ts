import { expect, test } from 'vitest';
import { VerifyProgress } from '../../src/cli/verify.js';

test('the line shows the phase and the requests, of those that the plan expects', () => {
  let shown = '';
  const terminal = { isTTY: true, columns: 200, write: (text: string) => (shown = text) };
  const line = new VerifyProgress(terminal, 50);
  line.show({ kind: 'phase', title: 'following jobs' });
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 10 });
  expect(shown).toContain('following jobs · 10 of about 50 requests');
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 60 });
  expect(shown).toContain('· 60 requests');
});
