import { expect, test } from 'vitest';
import { VerifyProgress } from '../../src/cli/verify-progress.js';

test('the line shows the total and the remaining time', () => {
  let shown = '';
  const terminal = { isTTY: true, columns: 200, write: (text: string) => (shown = text) };
  const line = new VerifyProgress(terminal, { requests: 50, minutes: 2.5 });
  line.show({ kind: 'phase', title: 'following jobs' });
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 10 });
  expect(shown).toContain('following jobs · 10 of about 50 requests · about 2m left');
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 45 });
  expect(shown).toContain('45 of about 50 requests · about 20 s left');
  line.show({ kind: 'request', operation: 'listTemplates', status: 200, sent: 60 });
  expect(shown).toContain('60 requests');
  expect(shown).not.toContain('left');
});
