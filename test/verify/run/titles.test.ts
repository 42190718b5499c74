import { expect, test } from 'vitest';
import { getField } from '../../../src/base/json.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

test('a service that refuses rare characters is renamed with an easier title', async () => {
  const refuses = {
    replaceResponse: ({ operation, input }: { operation: string | undefined; input: unknown }) =>
      operation === 'updatePresentation' && /[^\p{ASCII}]/u.test(String(getField(input, 'title')))
        ? { status: 422, body: { error: 'characters' } }
        : undefined,
  };
  const { exchanges } = await verifyInVirtualTime([refuses], ['question']);
  const sent = exchanges
    .filter(({ request }) => request.method === 'PATCH')
    .map(({ request }) => getField(JSON.parse(request.body?.text ?? '{}'), 'title'));
  expect(sent).toContain('Renamed by a check');
});
