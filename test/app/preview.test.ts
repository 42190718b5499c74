import { expect, test } from 'vitest';
import { createScenarioLibrary } from '../../src/app/options/scenarios.js';
import { previewScenario, type PreviewOptions } from '../../src/app/preview.js';
import type { Preview } from '../../src/app/preview-client.js';

const ASKING = `
  - ask: { message: Who?, timeout: 20s, on_timeout: fail, error: Nobody replied. }
  - complete:
`;

function preview(yaml: string, replyAfter?: PreviewOptions['replyAfter']): Preview {
  const library = createScenarioLibrary({ mine: { yaml } });
  return previewScenario(library.getOrThrow('mine'), library, { pollInterval: 3_000, replyAfter });
}

test.each([
  ['its steps', `title: Mine\nsteps:${ASKING}`],
  [
    'the steps of its first job',
    `title: Mine\nsteps: [complete: ]\njobs:\n - steps:${ASKING.replaceAll('\n', '\n   ')}`,
  ],
])('a question of %s fails the job without a reply, and is answered if that is asked for', (_, yaml) => {
  const withoutReply = preview(yaml);
  expect(withoutReply.stoppedBy).toBe('job-ended');
  expect(withoutReply.steps.at(-1)?.view).toMatchObject({ status: 'failed', error: 'Nobody replied.' });
  expect(preview(yaml, 'never').steps.at(-1)?.view?.status).toBe('failed');
  const withReply = preview(yaml, 1_000);
  expect(withReply.steps.map(({ request }) => request)).toContain('reply');
  expect(withReply.steps.at(-1)?.view?.status).toBe('completed');
});
