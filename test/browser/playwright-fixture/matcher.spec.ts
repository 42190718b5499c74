import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'deckhand/playwright';

/** The message of the error, without colours. */
async function failure(expectation: Promise<void>): Promise<string> {
  const error: unknown = await expectation.then(
    () => new Error('It passes.'),
    (thrown: unknown) => thrown,
  );
  return stripVTControlCharacters((error as Error).message);
}

test('a failed expectation reports the expected and the received requests', async ({ deckhand }) => {
  expect(await failure(expect(deckhand).toHaveReceived('listTemplates', { timeout: 100 }))).toBe(
    'expect(deckhand).toHaveReceived(operation)\n\nExpected: listTemplates at least once\nReceived: no requests',
  );
  await deckhand.addFault({ operation: 'startGeneration', response: { status: 500 } });
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const headers = { 'content-type': 'application/json' };
  await deckhand.fetch('/presentations/generate', { method: 'POST', body, headers });
  await deckhand.fetch('/templates');
  await deckhand.fetch('/templates');

  const options = { body: { prompt: expect.stringContaining('trains') as unknown }, timeout: 100 };
  const message = await failure(expect(deckhand).toHaveReceived('startGeneration', options));
  expect(message).toContain(
    'Expected: startGeneration at least once, with body fields {"prompt": StringContaining "trains"}',
  );
  expect(message).toMatch(
    /Received: 0 of 3 requests\n {4}startGeneration {2}\S+ POST {2}\/api\/v1\/presentations\/generate 500/,
  );
  expect(message).toContain('fault: active: responds 500  {"prompt":"Harbour taxis"}');

  const often = await failure(expect(deckhand).toHaveReceived('listTemplates', { times: 1 }));
  expect(often).toContain('Expected: listTemplates once\nReceived: 2 of 3 requests');
  expect(often.match(/→ listTemplates {2}\S+ GET/g)).toHaveLength(2);

  const never = await failure(expect(deckhand).not.toHaveReceived('startGeneration', { status: '5xx' }));
  expect(never).toContain('Expected: startGeneration never, with status 5xx\nReceived: 1 of 3 requests');
});

test('an expectation waits, and fails immediately when more time cannot change the result', async ({
  deckhand,
}) => {
  const later = expect(deckhand).toHaveReceived('listTemplates', { times: 2 });
  await deckhand.fetch('/templates');
  await deckhand.fetch('/templates');
  await later;
  await expect(deckhand).not.toHaveReceived('listTemplates', { times: 1 });
  await failure(expect(deckhand).toHaveReceived('listTemplates', { times: 1, timeout: 60_000 }));
  await failure(expect(deckhand).not.toHaveReceived('listTemplates', { timeout: 60_000 }));
});

test('a client that follows the rules passes, and a failure reports the violated rule', async ({
  deckhand,
}) => {
  const nothing = 'No request used an API key of this workspace';
  expect(await failure(expect(deckhand).toFollowClientRules())).toContain(nothing);
  expect(await failure(expect(deckhand).not.toFollowClientRules())).toContain(nothing);
  await deckhand.fetch('/templates');
  await expect(deckhand).toFollowClientRules();
  const headers = { 'content-type': 'application/json' };
  await deckhand.fetch('/presentations/p', { method: 'PATCH', body: '{"slides":[]}', headers });
  const message = await failure(expect(deckhand).toFollowClientRules());
  expect(message).toMatch(
    /^expect\(deckhand\)\.toFollowClientRules\(\)\n\nFAIL {2}A client does not .+\n {2}client\/no-slides-in-patch,/,
  );
  expect(message).toMatch(/#\d+ PATCH .+ 400 [^]+\n {2}Hint: /);
  await expect(deckhand).not.toFollowClientRules();
  await expect(deckhand).toFollowClientRules({
    ignoreRules: ['client/no-slides-in-patch'],
    minPollInterval: '2s',
  });
  const unknown = { ignoreRules: ['client/leaves-slides'] };
  expect(await failure(expect(deckhand).toFollowClientRules(unknown))).toContain('Unknown client rule');
});
