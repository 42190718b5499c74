import { expect, test } from 'deckhand/playwright';

const FAR = 'https://api.example.com/api/v1';

test('an override is what a page gets, until it ends', async ({ page, deckhand }) => {
  await deckhand.override('startGeneration', { status: 503 });
  await page.goto(`/?api=${FAR}`);
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('status 503');
  await expect(deckhand).toHaveReceived('startGeneration', { status: 503, times: 1 });
  await deckhand.override('startGeneration', null);
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('generating');
});

test('a fault comes before an override, and none of the overrides must be met', async ({
  page,
  deckhand,
}) => {
  await deckhand.override('getGenerationStatus', {
    json: { generation_id: 'gen_1', status: 'failed', error: 'No ink.' },
  });
  await deckhand.override('listTemplates', { json: [] });
  await deckhand.addFault({ operation: 'getGenerationStatus', response: { status: 500 } });
  await page.goto(`/?api=${FAR}`);
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('status 500');
  await page.getByRole('button').click();
  await expect(page.getByRole('status')).toHaveText('No ink.');
  const exchanges = await deckhand.journal({ operation: 'getGenerationStatus' });
  expect(exchanges.map(({ metadata }) => metadata?.fault)).toEqual([
    'active: responds 500',
    'active: responds 200',
  ]);
});

test('the newest fault comes first, and an override after all of them', async ({ deckhand }) => {
  const statuses = async (count: number): Promise<number[]> => {
    const all: number[] = [];
    for (let sent = 0; sent < count; sent += 1) all.push((await deckhand.fetch('/templates')).status);
    return all;
  };
  const addFault = (status: number) =>
    deckhand.addFault({ operation: 'listTemplates', response: { status } });
  await addFault(500);
  await deckhand.override('listTemplates', { json: [], status: 203 });
  await addFault(502);
  const snapshot = await deckhand.snapshot();
  expect(await statuses(3)).toEqual([502, 500, 203]);
  await deckhand.restore(snapshot);
  expect(await statuses(3)).toEqual([502, 500, 203]);
  await deckhand.reset();
  await addFault(503);
  expect(await statuses(2)).toEqual([503, 203]);
  await deckhand.override('listTemplates', null);
  expect(await statuses(1)).toEqual([200]);
});

test('a fault that the panel adds during a test comes before an override', async ({
  deckhand,
  deckhandServerOrigin,
  deckhandControlToken,
}) => {
  await deckhand.override('listTemplates', { json: [], status: 203 });
  const fault = { operation: 'listTemplates', response: { status: 503 } } as const;
  // In process, only the test itself can add one.
  if (deckhandServerOrigin === undefined) await deckhand.addFault(fault);
  else
    await fetch(`${deckhandServerOrigin}/_deckhand/api/workspaces/${deckhand.id}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${deckhandControlToken ?? ''}` },
      body: JSON.stringify(fault),
    });
  expect((await deckhand.fetch('/templates')).status).toBe(503);
  expect((await deckhand.fetch('/templates')).status).toBe(203);
  expect(await deckhand.faults()).toMatchObject([{ fallback: true }]);
});

test('fails because an override violates the specification', async ({ deckhand }) => {
  await deckhand.override('startGeneration', { json: {} as never });
});

test.describe('with deckhandScenario', () => {
  test.use({ deckhandScenario: 'timeout-failure' });

  test('new jobs play it', async ({ page, deckhand }) => {
    await page.goto(`/?api=${FAR}`);
    await page.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText('generating');
    await deckhand.clock.advance('5m');
    await expect(page.getByRole('status')).toHaveText(/timed out/);
  });

  test('the tag of the prompt and the header come before it', async ({ deckhand }) => {
    const start = async (prompt: string, headers: Record<string, string> = {}): Promise<void> => {
      await deckhand.fetch('/presentations/generate', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ prompt }),
      });
    };
    await start('Taxis');
    await start('Taxis', { 'x-deckhand-scenario': 'instant' });
    await start('Taxis [scenario: asks-a-question]');
    const jobs = await deckhand.jobs();
    expect(jobs.map(({ scenario }) => scenario)).toEqual(['asks-a-question', 'instant', 'timeout-failure']);
  });
});

test.describe('with an unknown deckhandScenario', () => {
  test.use({ deckhandScenario: 'time-out-failure' as never });
  test('fails because no scenario has this name', async ({ deckhand }) => {
    await deckhand.jobs();
  });
});
