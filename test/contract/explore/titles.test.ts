import { expect, test } from 'vitest';
import { fieldOf } from '../../../src/base/json.js';
import { checkVirtually } from '../virtual-run.js';

test('a service that refuses rare characters is renamed with an easier title', async () => {
  const refuses = {
    instead: ({ operation, input }: { operation: string | undefined; input: unknown }) =>
      operation === 'updatePresentation' && /[^\p{ASCII}]/u.test(String(fieldOf(input, 'title')))
        ? { status: 422, body: { error: 'characters' } }
        : undefined,
  };
  const { exchanges } = await checkVirtually([refuses], ['question']);
  const sent = exchanges
    .filter(({ request }) => request.method === 'PATCH')
    .map(({ request }) => fieldOf(JSON.parse(request.body?.text ?? '{}'), 'title'));
  expect(sent).toContain('Renamed by a check');
});
