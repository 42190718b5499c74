import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { toCurl, toFetch } from '../../src/reference/request-snippets.js';

const url = 'http://127.0.0.1:4010/api/v1/presentations';
const draft = { method: 'GET', url, key: 'deckhand-dev-key', body: undefined };

it('a curl command sends its body on one line', () => {
  const command = toCurl({ ...draft, method: 'POST', body: '{\n  "prompt": "It\'s a taxi"\n}' });
  expect(command).toContain(`-H 'content-type: application/json'`);
  expect(command).toContain(`--data-raw '{"prompt":"It'"'"'s a taxi"}'`);
  expect(command.split(' \\\n')[0]).toBe('curl -s -X POST');
});

it('a body that is not JSON is sent unchanged, so that the error response can be tried', () => {
  expect(toCurl({ ...draft, method: 'PATCH', body: '{oops' })).toMatch(/-X PATCH[^]*--data-raw '\{oops'/);
});

it('a fetch call sends the same request', async () => {
  const sent: Request[] = [];
  const fetch = (input: string, init: RequestInit): void => void sent.push(new Request(input, init));
  const text = toFetch({ ...draft, method: 'POST', body: '{"prompt":"It\'s a \\"taxi\\""}' });
  runInNewContext(text.replace('await ', ''), { fetch });
  const [request] = sent;
  expect([request?.method, request?.url, request?.headers.get('x-api-key')]).toEqual([
    'POST',
    url,
    draft.key,
  ]);
  expect(await request?.json()).toEqual({ prompt: 'It\'s a "taxi"' });
});
