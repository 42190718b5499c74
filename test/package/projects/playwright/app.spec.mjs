import { expect, test } from 'deckhand/playwright';
import { runFullFlow } from './full-flow.mjs';

test('a job runs through the full flow', async ({ page, deckhand }) => {
  await page.route('http://app.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>App</title>' }),
  );
  await page.goto('http://app.test/');
  const request = (method, path, body) =>
    page.evaluate(
      async ([name, url, json]) => {
        const headers = {
          'x-api-key': 'key-of-the-app',
          ...(json && { 'content-type': 'application/json' }),
        };
        const response = await fetch(url, { method: name, headers, body: json && JSON.stringify(json) });
        return { status: response.status, body: await response.json() };
      },
      [method, `/api/v1${path}`, body],
    );
  await runFullFlow(request, deckhand);
  await expect(deckhand).toHaveReceived('startGeneration', { times: 1 });
});
