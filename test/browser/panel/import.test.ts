/** A dropped recording: judged in a worker, its jobs as bars, and a scenario made from one of them. */
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { barriers } from '../panel-server.js';
import { test, type App } from './panel-test.js';

/** Drops a file on the page, as a user does. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ({ file, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], file));
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer, cancelable: true, bubbles: true }));
    },
    { file: name, content: text },
  );
}

/** A recording of a job that asks and completes, with a client that sends a body that is not JSON. */
async function recorded(app: App): Promise<{ text: string; job: string }> {
  const { workspace } = app;
  const job = await app.start('Harbour taxis', 'asks-a-question');
  for (const step of ['2s', '2s', '1s']) {
    workspace.clock.advance(step);
    await app.poll(job);
  }
  await app.ask(`/presentations/generate/${job}/message`, {
    method: 'POST',
    body: '{"message":"Investors"}',
  });
  for (const step of ['3s', '3s']) {
    workspace.clock.advance(step);
    await app.poll(job);
  }
  await app.ask('/presentations/generate', { method: 'POST', body: 'nope' });
  return { text: JSON.stringify(await workspace.har()), job };
}

test('a dropped recording is judged, shown as bars, and becomes a scenario', async ({
  app,
  open,
  page,
  standIn,
}) => {
  const { text, job } = await recorded(app);
  await app.workspace.reset();
  await open('jobs');
  await drop(page, 'Staging Tuesday.har', text);
  await page.getByRole('heading', { name: 'Staging Tuesday.har' }).waitFor();
  const row = page.locator('.recorded-jobs li', { hasText: job });
  await row.getByText('Completed, 5 polls').waitFor();
  const parts = await row.locator('.part').evaluateAll((all) => all.map(({ className }) => className));
  expect(parts).toEqual(['part generating', 'part awaiting_input', 'part generating', 'part completed']);
  await page.getByRole('region', { name: 'Broken by clients' }).getByText('client/sends-json').waitFor();
  expect(await barriers(page)).toEqual([]);
  // Nothing of the recording reaches the server before a scenario is made.
  expect(app.workspace.journal()).toEqual([]);
  await row.getByRole('button', { name: `Make scenario of ${job}` }).click();
  await page.getByRole('textbox', { name: 'Text of the scenario staging-tuesday' }).waitFor();
  await page.getByText('No mistakes.').waitFor();
  const made = standIn.deckhand.library.get('staging-tuesday');
  expect(made?.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['work', 'ask', 'complete']));
  standIn.deckhand.library.remove('staging-tuesday');
});

test('a file that is not a recording, or too large, is refused with the reason', async ({ open, page }) => {
  await open('import');
  await drop(page, 'notes.txt', 'not at all');
  await page.getByRole('alert').getByText('notes.txt is not JSON.').waitFor();
  await drop(page, 'other.json', '{"a": 1}');
  await page.getByRole('alert').getByText('other.json: it has no log.entries').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'huge.har',
    mimeType: 'application/json',
    // More would not fit the message of the test driver.
    buffer: Buffer.from('{"log":{"entries":[]}}'),
  });
  await page.getByRole('alert').getByText('huge.har: it has no requests.').waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(65 * 1024 * 1024)], 'huge.har'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
  await page.getByRole('alert').getByText('deckhand judge huge.har').waitFor();
});
