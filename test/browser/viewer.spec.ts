/** The pages of presentations, and the not-found page. */
import { expect, type Page } from '@playwright/test';
import type { ScenarioName } from '../../src/app/scenario-names.js';
import {
  axeViolations,
  expectAccessibleEverywhere,
  expectUsableAt200Percent,
  collectPageErrors,
} from './accessibility.js';
import { test, type MockServer } from './mock-server.js';

/** A response about a presentation or a job. */
interface ResponseSummary {
  readonly url: string;
  readonly generation_id: string;
}

async function request({ url }: MockServer, path: string, body: object): Promise<ResponseSummary> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': 'deckhand-dev-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as ResponseSummary;
}

/** Creates a presentation with eight slides. @returns its URL */
async function createPresentation(server: MockServer, title = 'Harbour taxis'): Promise<string> {
  return (await request(server, '/presentations', { template_id: 'tpl_pitch', title })).url;
}

/** Starts a job with this scenario. @returns the URL of its presentation */
async function generatePresentation(server: MockServer, scenario: ScenarioName): Promise<string> {
  const workspace = server.deckhand.workspace('ws_dev');
  workspace.useScenario(scenario);
  const { generation_id: id } = await request(server, '/presentations/generate', {
    prompt: 'A <b>pitch</b>',
  });
  if (workspace.job(id).status_response['status'] === 'generating') workspace.completeJob(id);
  workspace.clock.advance('1h');
  const { status_response } = workspace.job(id);
  return (status_response as { presentation: { url: string } }).presentation.url;
}

const readPosition = (page: Page): Promise<string> => page.locator('[role=status]').innerText();

test.describe('the page of a presentation', () => {
  test('changes slides with keys and buttons, and keeps the slide after a reload', async ({
    page,
    mockServer,
  }) => {
    const errors = collectPageErrors(page, mockServer.url);
    await page.goto(await createPresentation(mockServer));
    await expect(page.locator('.slide:visible')).toHaveCount(1);
    const steps: [() => Promise<void>, string][] = [
      [() => page.keyboard.press('ArrowRight'), '2 / 8'],
      [() => page.keyboard.press('Space'), '3 / 8'],
      [() => page.keyboard.press('Shift+Space'), '2 / 8'],
      [() => page.keyboard.press('ArrowLeft'), '1 / 8'],
      [() => page.keyboard.press('ArrowLeft'), '1 / 8'],
      [() => page.keyboard.press('End'), '8 / 8'],
      [() => page.keyboard.press('Home'), '1 / 8'],
      [() => page.getByRole('button', { name: 'Next slide' }).click(), '2 / 8'],
      [() => page.getByRole('button', { name: 'Next slide' }).click(), '3 / 8'],
      [() => page.getByRole('button', { name: 'Previous slide' }).click(), '2 / 8'],
    ];
    for (const [act, position] of steps) {
      await act();
      expect(await readPosition(page)).toBe(position);
    }
    await page.reload();
    expect(await readPosition(page)).toBe('2 / 8');
    expect(errors).toEqual([]);
  });

  test('shows an overview of all slides, and opens the selected one', async ({ page, mockServer }) => {
    await page.goto(await createPresentation(mockServer));
    await page.getByRole('button', { name: 'Overview' }).click();
    await expect(page.locator('.slide:visible')).toHaveCount(8);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.locator('.slide:visible')).toHaveCount(1);
    expect(await readPosition(page)).toBe('2 / 8');
    await page.keyboard.press('Escape');
    await page.locator('.slide').nth(4).click();
    expect(await readPosition(page)).toBe('5 / 8');
  });

  test('prints one slide per page', async ({ page, mockServer }) => {
    await page.goto(await createPresentation(mockServer));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(8);
  });

  test('shows all slides below each other without its script', async ({ browser, mockServer }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(await createPresentation(mockServer));
    await expect(page.locator('.slide:visible')).toHaveCount(8);
    await expect(page.locator('button:visible')).toHaveCount(0);
    await context.close();
  });

  test('shows markup and scripts in texts as text', async ({ page, mockServer }) => {
    const errors = collectPageErrors(page, mockServer.url);
    const title = '</title><script>document.title = "run"</script><img src=x onerror="document.title=1">';
    await page.goto(await createPresentation(mockServer, title));
    expect(await page.title()).toBe(title);
    expect(await page.locator('h1').innerText()).toBe(title);
    await page.goto(await generatePresentation(mockServer, 'awkward-text'));
    await expect(page.locator('main script, main img')).toHaveCount(0);
    await page.getByText("<script>alert('deckhand')</script>").waitFor({ state: 'attached' });
    expect(errors).toEqual([]);
  });

  test('is accessible and fits in both themes', async ({ page, mockServer }) => {
    const url = await createPresentation(mockServer);
    await expectAccessibleEverywhere(page, async () => {
      await page.goto('about:blank');
      await page.goto(url);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('o');
    });
  });
});

test('not-found pages are accessible and fit in both themes, and load nothing', async ({
  browser,
  page,
  mockServer: { url },
}) => {
  for (const path of ['/nope', '/view/ws_dev/pres_nope'])
    await test.step(path, async () => {
      const address = url + path;
      const errors = collectPageErrors(page, address);
      await expectAccessibleEverywhere(page, () => page.goto(address));
      await expectUsableAt200Percent(browser, address);
      // Chromium reports the status of the missing page itself.
      expect(errors.filter((message) => !/status of 404/.test(message))).toEqual([]);
      page.removeAllListeners('request');
    });
});
