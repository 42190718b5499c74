/** The keyboard: the palette, the shortcuts, and what Escape closes. Also what happens while nobody looks. */
import { expect } from 'vitest';
import { barriers } from '../panel-server.js';
import { eventually, rowOf, test } from './panel-test.js';

test('the palette finds and runs commands, jobs and scenarios', async ({ app, open, page }) => {
  await app.start('Harbour taxis');
  await open('traffic');
  const field = page.getByRole('combobox', { name: 'Search commands, jobs and scenarios' });
  const run = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field.fill(words);
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
  };
  await run('harbour taxis');
  await page.locator('.prompt-whole', { hasText: 'Harbour taxis' }).waitFor();
  await run('use timeout-failure');
  await eventually(async () => (await app.workspace.info()).scenario, 'timeout-failure');
  await run('start instant');
  const dialog = page.getByRole('dialog', { name: 'Start a job' });
  expect(await dialog.getByRole('combobox', { name: 'Scenario' }).inputValue()).toBe('instant');
  expect(await barriers(page), 'start a job').toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.fill('show');
  const selected = page.locator('[role="option"][aria-selected="true"]');
  await field.press('ArrowDown');
  await eventually(() => selected.textContent(), 'Show Traffic2');
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  await eventually(() => selected.textContent(), 'Show all shortcuts?');
  expect(await barriers(page), 'the palette').toEqual([]);
  await field.fill('no such thing');
  await page.getByText('No command matches.').waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

test('Space pauses, digits change the view, and Escape closes', async ({ app, open, page }) => {
  const job = await app.start('Harbour taxis');
  await open(`jobs/${job}`);
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.locator('body').press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.locator('body').press('Space');
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  await page.locator('body').press('Escape');
  await page.locator('.prompt-whole').waitFor({ state: 'detached' });
  await page.locator('body').press('/');
  await page.keyboard.type('e n 2');
  // A typed text is no shortcut.
  expect(await page.getByLabel('Search jobs').inputValue()).toBe('e n 2');
  expect(page.url()).toContain('/jobs');
  await page.getByLabel('Search jobs').fill('');
  // Escape leaves the field. Then keys are shortcuts again, also on the link of a row.
  await page.keyboard.press('Escape');
  await rowOf(page, 'Harbour taxis').getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('5');
  await page.getByRole('heading', { name: 'Inject a fault' }).waitFor();
  await page.locator('body').press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Pause or resume the clock').waitFor();
  expect(await barriers(page), 'shortcuts').toEqual([]);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
});

test('the title and a notification say that a job asks or fails', async ({ app, open, ownPage: page }) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class FakeNotification {
      static readonly permission = 'granted';
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: FakeNotification, shown });
    Object.defineProperty(document, 'hidden', { value: true });
  });
  await app.start('Harbour taxis', 'asks-a-question');
  const other = await app.start('Lighthouses');
  await open('jobs', page);
  await rowOf(page, 'Lighthouses').waitFor();
  expect(await page.title()).toBe('Deckhand');
  app.workspace.clock.advance('4s');
  await eventually(() => page.title(), '(1) Awaiting input · Deckhand');
  await app.workspace.fail(other, 'Out of ink.');
  const shown = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'shown') as string[]);
  await eventually(async () => (await shown()).length, 2);
  expect((await shown())[0]).toMatch(/^A job awaits input: Harbour taxis\nWho is the audience/);
  expect((await shown())[1]).toBe('A job failed: Lighthouses\nOut of ink.');
});
