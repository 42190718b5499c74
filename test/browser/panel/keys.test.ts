/** The keyboard: the shortcuts, and what Escape closes. Also what happens while nobody looks. */
import { expect } from 'vitest';
import { barriers } from '../panel-server.js';
import { eventually, rowOf, test } from './panel-test.js';

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
  await eventually(() => page.getByLabel('Search jobs').inputValue(), 'e n 2');
  expect(page.url()).toContain('/jobs');
  await page.getByLabel('Search jobs').fill('');
  // Escape leaves the field. Then keys are shortcuts again, also on the link of a row.
  await page.keyboard.press('Escape');
  await rowOf(page, 'Harbour taxis').getByRole('link').focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('4');
  await page.getByRole('heading', { name: 'Replay a recording' }).waitFor();
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

test('the first question offers notifications once, and the browser is asked only after Yes', async ({
  app,
  open,
  ownPage: page,
}) => {
  await page.addInitScript(() => {
    const requests: number[] = [];
    const requestPermission = () => Promise.resolve(requests.push(Date.now()) > 0 ? 'granted' : 'denied');
    Object.assign(window, { Notification: { permission: 'default', requestPermission }, requests });
  });
  const requests = (): Promise<number> =>
    page.evaluate(() => (Reflect.get(window, 'requests') as number[]).length);
  await app.start('Lighthouses');
  await open('jobs', page);
  await rowOf(page, 'Lighthouses').waitFor();
  const offer = page.getByText('Notify you of questions while this tab is hidden?');
  expect(await offer.count()).toBe(0);
  await app.start('Harbour taxis', 'asks-a-question');
  app.workspace.clock.advance('4s');
  await offer.waitFor();
  expect(await requests()).toBe(0);
  await offer.getByRole('button', { name: 'Yes' }).click();
  await offer.waitFor({ state: 'detached' });
  await eventually(requests, 1);
  await app.start('Ferries', 'asks-a-question');
  app.workspace.clock.advance('4s');
  await eventually(() => page.title(), '(2) Awaiting input · Deckhand');
  expect(await offer.count()).toBe(0);
});
