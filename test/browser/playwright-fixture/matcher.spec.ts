import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'deckhand/playwright';

/** The message of the error, without colours. */
async function failure(expectation: Promise<void>): Promise<string> {
  const error: unknown = await expectation.then(
    () => new Error('It holds.'),
    (thrown: unknown) => thrown,
  );
  return stripVTControlCharacters((error as Error).message);
}

test('a failed expectation says what it expected and what it received instead', async ({ deckhand }) => {
  expect(await failure(expect(deckhand).toHaveReceived('listTemplates', { timeout: 100 }))).toBe(
    'expect(deckhand).toHaveReceived(operation)\n\nExpected: listTemplates at least once\nReceived: nothing at all',
  );
  await deckhand.arm({ on: 'startGeneration', answer: { status: 500 } });
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const headers = { 'content-type': 'application/json' };
  await deckhand.fetch('/presentations/generate', { method: 'POST', body, headers });
  await deckhand.fetch('/templates');
  await deckhand.fetch('/templates');

  const wanted = { body: { prompt: expect.stringContaining('trains') as unknown }, timeout: 100 };
  const message = await failure(expect(deckhand).toHaveReceived('startGeneration', wanted));
  expect(message).toContain(
    'Expected: startGeneration at least once, with {"prompt": StringContaining "trains"}',
  );
  expect(message).toMatch(
    /Received: 0 of 3 requests\n {4}startGeneration {2}\S+ POST {2}\/api\/v1\/presentations\/generate 500/,
  );
  expect(message).toContain('fault: active: responds 500  {"prompt":"Harbour taxis"}');

  const often = await failure(expect(deckhand).toHaveReceived('listTemplates', { times: 1 }));
  expect(often).toContain('Expected: listTemplates once\nReceived: 2 of 3 requests');
  expect(often.match(/→ listTemplates {2}\S+ GET/g)).toHaveLength(2);

  const never = await failure(expect(deckhand).not.toHaveReceived('startGeneration', { status: '5xx' }));
  expect(never).toContain('Expected: startGeneration never, got 5xx\nReceived: 1 of 3 requests');
});

test('an expectation waits, and fails at once when more time cannot help', async ({ deckhand }) => {
  const later = expect(deckhand).toHaveReceived('listTemplates', { times: 2 });
  await deckhand.fetch('/templates');
  await deckhand.fetch('/templates');
  await later;
  await expect(deckhand).not.toHaveReceived('listTemplates', { times: 1 });
  await failure(expect(deckhand).toHaveReceived('listTemplates', { times: 1, timeout: 60_000 }));
  await failure(expect(deckhand).not.toHaveReceived('listTemplates', { timeout: 60_000 }));
});

test('a well-behaved client passes, and a failure says which rule was broken', async ({ deckhand }) => {
  const nothing = 'No request had the key of this workspace';
  expect(await failure(expect(deckhand).toHaveBehaved())).toContain(nothing);
  expect(await failure(expect(deckhand).not.toHaveBehaved())).toContain(nothing);
  await deckhand.fetch('/templates');
  await expect(deckhand).toHaveBehaved();
  const headers = { 'content-type': 'application/json' };
  await deckhand.fetch('/presentations/p', { method: 'PATCH', body: '{"slides":[]}', headers });
  const message = await failure(expect(deckhand).toHaveBehaved());
  expect(message).toMatch(
    /^expect\(deckhand\)\.toHaveBehaved\(\)\n\nFAIL {2}A client does not try .+\n {2}client\/leaves-the-slides-alone,/,
  );
  expect(message).toMatch(/#\d+ PATCH .+ 400 [^]+\n {2}Hint: /);
  await expect(deckhand).not.toHaveBehaved();
  await expect(deckhand).toHaveBehaved({ except: ['client/leaves-the-slides-alone'], tightLoop: '2s' });
  const unknown = { except: ['client/leaves-slides'] };
  expect(await failure(expect(deckhand).toHaveBehaved(unknown))).toContain('There is no client rule');
});

test('one poll after completed fails, because no other tab can have sent it', async ({ deckhand }) => {
  await deckhand.clock.pause();
  const steps = [{ work: { for: '2s' } }, { complete: { title: 'Taxis' } }];
  await deckhand.use({ title: 'Two seconds', description: 'A short job', steps });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: 'Taxis' });
  const start = await deckhand.fetch('/presentations/generate', { method: 'POST', body, headers });
  const { generation_id: id } = (await start.json()) as { generation_id: string };
  for (const pause of ['0s', '1s', '1s', '1s']) {
    if (pause !== '0s') await deckhand.clock.advance(pause);
    await deckhand.fetch(`/presentations/generate/${id}/status`);
  }
  const message = await failure(expect(deckhand).toHaveBehaved({ sharedClock: true }));
  expect(message).toMatch(/FAIL {2}.+\n {2}client\/stops-when-completed,/);
  await expect(deckhand).not.toHaveBehaved({ sharedClock: true, strict: true });
  await expect(deckhand).toHaveBehaved({ sharedClock: true, strict: false });
});

test('an error names the mistake in an expectation or a verb', async ({ deckhand }) => {
  const misspelt = 'listTemplate' as 'listTemplates';
  expect(await failure(expect(deckhand).toHaveReceived(misspelt))).toMatch('/operation must be one of');
  const unknown = { time: 1 } as object;
  expect(await failure(expect(deckhand).toHaveReceived('listTemplates', unknown))).toMatch(
    'Did you mean times?',
  );
  expect(await failure(expect(deckhand).toHaveReceived('listTemplates', { times: -1 }))).toMatch(
    'times cannot be -1',
  );
  await expect(deckhand.use('hapy-path' as never)).rejects.toThrow('Did you mean happy-path?');
});
