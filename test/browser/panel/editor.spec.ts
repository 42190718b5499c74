/** The scenario editor: text, preview, play, save, and what it never loses. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { BUNDLED_SCENARIOS } from '../../../src/files/package-files.js';
import { ScenarioSourceFiles } from '../../../src/files/scenario-source-files.js';
import { axeViolations, collectPageErrors, THEMES_AND_WIDTHS, widthOf } from '../accessibility.js';
import { withServer } from '../mock-server.js';
import { clockOf, downloaded, rowOf, test as base } from './panel-test.js';

/** `folder` is the folder of scenarios of the server. */
const test = base.extend<{ readonly folder: string }>({
  folder: async ({}, use, testInfo) => {
    const folder = testInfo.outputPath('scenarios');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'mine.yaml'), story('Mine'));
    await use(folder);
  },
  mockServer: ({ folder }, use) =>
    withServer({ scenarios: folder, sources: new ScenarioSourceFiles([folder], BUNDLED_SCENARIOS) }, use),
});

const story = (title: string): string => `title: ${title}
steps:
  - generate: { for: 8s, slides: 0..8 }
  - ask: { message: Who? }
  - complete:
`;

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the scenario' });
const issuesOf = (page: Page): Locator => page.getByRole('region', { name: 'Errors and warnings' });
const isValid = (page: Page): Promise<void> => issuesOf(page).getByText('The scenario is valid').waitFor();
const leaveQuestion = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave the editor?' });

/** Replaces the whole text, as a user who pastes. */
async function paste(page: Page, text: string): Promise<void> {
  await textOf(page).press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** CodeMirror ignores keys for so long after its list has appeared. A slow machine only waits longer. */
const INTERACTION_DELAY_MS = 75;

/** Waits for an option of the completion, and takes it with Enter. */
async function complete(page: Page, name: string | RegExp): Promise<void> {
  const option = page.getByRole('option', { name, selected: true });
  await option.waitFor();
  const now = (): Promise<number> => page.evaluate(() => performance.now());
  const shownAt = await now();
  await expect.poll(now).toBeGreaterThan(shownAt + 2 * INTERACTION_DELAY_MS);
  await page.keyboard.press('Enter');
  await option.waitFor({ state: 'detached' });
}

async function openEditor(open: (view: string) => Promise<void>, page: Page, name = 'mine'): Promise<void> {
  await open(`scenarios/${name}?edit=text`);
  await isValid(page);
}

test('a new scenario is written, played by the app, and saved', async ({ app, open, page, folder }) => {
  await open('scenarios');
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await isValid(page);
  await paste(page, 'title: First\nsteps:\n  - fail: { error: It broke. }\n');
  await page.getByRole('region', { name: 'Preview' }).getByText('Fails immediately').waitFor();
  await page.getByRole('button', { name: 'Play for new jobs' }).click();
  await page.getByText('New jobs play this text.').waitFor();
  const body = JSON.stringify({ prompt: 'Harbour taxis' });
  const started = await app.request('/presentations/generate', { method: 'POST', body });
  const { generation_id: job } = (await started.json()) as { generation_id: string };
  expect(await (await app.pollJob(job)).json()).toMatchObject({ status: 'failed', error: 'It broke.' });

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The name must have 1 to 64 lowercase letters, digits and hyphens.').waitFor();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('first-try');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved in .*first-try\.yaml\.$/).waitFor();
  expect(readFileSync(join(folder, 'first-try.yaml'), 'utf8')).toBe(
    'title: First\nsteps:\n  - fail: { error: It broke. }\n',
  );
  await page.getByRole('heading', { name: 'Edit first-try' }).waitFor();
  // The history of the text is still there.
  await textOf(page).press('ControlOrMeta+z');
  await expect(textOf(page)).toContainText('My scenario');
  await textOf(page).press('ControlOrMeta+Shift+z');
  await page.getByRole('link', { name: 'Close the editor' }).click();
  await page.getByRole('link', { name: 'first-try', exact: true }).waitFor();
});

test('errors and warnings are at their lines while the user types, and the bar keeps its last state', async ({
  open,
  page,
}) => {
  await openEditor(open, page);
  await paste(page, story('Mine').replace('for: 8s', 'for: 8x'));
  // A path keeps its spelling.
  const issue = issuesOf(page).getByRole('button', {
    name: /^Error 3:17 steps\[0\]\.generate\.for must be a time such as/,
  });
  await issue.waitFor();
  await expect(page.locator('.cm-lintRange-error')).toHaveText('for');
  await page.getByText('The bar shows the last valid text.').waitFor();
  await page.getByRole('slider', { name: 'Time to preview' }).waitFor();
  await page.getByLabel('Name').focus();
  await issue.click();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(textOf(page)).toContainText('{ or: 8x');
  await paste(
    page,
    `${story('Mine')}faults:\n  - { operation: getGenerationStatus, requests: 1, latency: 1s }\n  - { operation: getGenerationStatus, requests: 1, latency: 2s }\n`,
  );
  await issuesOf(page).getByText('1 warning. The scenario is valid.').waitFor();
  await issuesOf(page)
    .getByRole('button', { name: /^Warning 8:\d+ .*never applied/ })
    .waitFor();
});

test(
  'the newest text wins, also if an older check responds later',
  { tag: '@long' },
  async ({ open, page }) => {
    await openEditor(open, page);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/scenarios/check', async (route) => {
      if (route.request().postData()?.includes('SLOW')) await held;
      await route.continue().catch(() => {});
    });
    const slow = page.waitForRequest((request) => request.postData()?.includes('SLOW') === true);
    await paste(page, 'titel: SLOW\n');
    await slow;
    const fast = page.waitForResponse((response) => response.request().postData()?.includes('Fast') === true);
    await paste(page, story('Fast'));
    await fast;
    release();
    // A request that starts later has its response after the older check.
    await page.evaluate(() => fetch('health'));
    await expect(issuesOf(page)).toHaveText('The scenario is valid.');
  },
);

test('a click on the bar shows the responses at that instant', async ({ open, page }) => {
  await openEditor(open, page);
  const bar = page.getByRole('slider', { name: 'Time to preview' });
  const poll = page.getByRole('region', { name: 'Response to the poll' });
  await expect(poll).toContainText('"slides_completed": 0');
  const parts = bar.locator('.parts');
  const box = await parts.boundingBox();
  const questionAt = await bar.locator('.part.awaiting_input').boundingBox();
  if (!box || !questionAt) throw new Error('The bar has no question');
  await parts.click({ position: { x: questionAt.x - box.x + questionAt.width / 2, y: 5 } });
  await expect(poll).toContainText('"message": "Who?"');
  await bar.press('Home');
  await expect(poll).toContainText('"slides_completed": 0');
  await bar.press('End');
  await expect(poll).toContainText('"status": "completed"');
  await page.getByLabel('The client replies').uncheck();
  await expect(poll).toContainText('"status": "awaiting_input"');
  await page.locator('summary', { hasText: 'Start at 0 s' }).click();
  await expect(page.getByRole('region', { name: 'Response to the start' })).toContainText('"poll_url"');
});

test('fields are completed and explained from the schema', async ({ open, page }) => {
  await openEditor(open, page);
  await textOf(page).press('ControlOrMeta+End');
  await page.keyboard.type('fau');
  await page.getByText('Errors and delays of responses. The first match wins.').waitFor();
  await complete(page, 'faults');
  await page.keyboard.type('op');
  await complete(page, /^operation/);
  await page.keyboard.type('getG');
  await complete(page, 'getGenerationStatus');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+Space');
  // The map has an operation already.
  await page.getByRole('option', { name: 'connection' }).waitFor();
  expect(await page.getByRole('option', { name: /^operation/ }).count()).toBe(0);
  await page.keyboard.type('conn');
  await complete(page, 'connection');
  await page.keyboard.press('ControlOrMeta+Space');
  await page.getByRole('option', { name: 'reset' }).click();
  await isValid(page);
  await expect(textOf(page)).toContainText(/faults:\s*- operation: getGenerationStatus\s*connection: reset/);
  await page.locator('.yaml-key', { hasText: 'generate' }).hover();
  await page.getByText('The job generates.').waitFor();
});

test(
  'Enter after an entry in brackets begins the next entry of the list',
  { tag: '@long' },
  async ({ open, page }) => {
    await openEditor(open, page);
    await textOf(page).press('ControlOrMeta+a');
    await page.keyboard.type('title: T\nsteps:\n  - generate: { for: 3s }\n- complete:');
    await isValid(page);
    await expect(textOf(page)).toContainText(/steps:\s*- generate: \{ for: 3s \}\s*- complete:/);
  },
);

test('Enter and a dash after a step begin the next step, and Ctrl+Space completes its half-typed name', async ({
  open,
  page,
}) => {
  await openEditor(open, page);
  await textOf(page).press('ControlOrMeta+a');
  await page.keyboard.type('title: T\nsteps:\n- ask:\nmessage: Who?\n- co');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+Space');
  await complete(page, 'complete');
  await isValid(page);
  const lines = await textOf(page).locator('.cm-line').allTextContents();
  expect(lines).toEqual(['title: T', 'steps:', '  - ask:', '      message: Who?', '  - complete:']);
});

test(
  'Ctrl+Space moves a half-typed step into the list that it belongs to',
  { tag: '@long' },
  async ({ open, page }) => {
    await openEditor(open, page);
    await paste(page, 'title: T\nsteps:\n  - complete:\n    - a');
    await page.keyboard.press('ControlOrMeta+Space');
    await complete(page, 'ask');
    await page.keyboard.type('Why?');
    expect(await textOf(page).locator('.cm-line').allTextContents()).toEqual([
      'title: T',
      'steps:',
      '  - complete:',
      '  - ask: { message: Why? }',
    ]);
  },
);

test(
  'the keys of the panel rest in the text; Tab indents, and Escape then Tab leaves',
  { tag: '@long' },
  async ({ app, open, page }) => {
    await openEditor(open, page);
    await textOf(page).press('ControlOrMeta+End');
    await page.keyboard.type('# e n c 1 2 / ');
    await expect(textOf(page)).toContainText('# e n c 1 2 /');
    expect(page.url()).toContain('scenarios/mine?edit=text');
    expect(app.workspace.info().clock.paused).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(textOf(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(textOf(page)).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(textOf(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect(textOf(page)).not.toBeFocused();
    // Outside of the text, they work.
    await page.locator('h2', { hasText: 'Edit mine' }).click();
    await page.keyboard.press('1');
    await leaveQuestion(page).waitFor();
  },
);

test('unsaved text is not lost without a question', async ({ open, page }) => {
  await open('scenarios');
  await openEditor(open, page);
  await page.getByRole('link', { name: 'Close the editor' }).click();
  await page.getByRole('heading', { name: 'mine' }).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await isValid(page);
  await textOf(page).press('ControlOrMeta+Home');
  await page.keyboard.type('# Mine\n');
  for (const leave of [
    () => page.evaluate(() => history.back()),
    () => page.getByRole('link', { name: 'Close the editor' }).click(),
    () => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Jobs' }).click(),
  ]) {
    await leave();
    await leaveQuestion(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(textOf(page)).toContainText('# Mine');
    expect(page.url()).toContain('scenarios/mine?edit=text');
  }
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Jobs' }).click();
  await leaveQuestion(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { name: 'No jobs yet' }).waitFor();
  await openEditor(open, page);
  await expect(textOf(page)).not.toContainText('# Mine');
});

test('a lost connection and a change of the token lose no text', { tag: '@long' }, async ({ open, page }) => {
  await openEditor(open, page);
  await textOf(page).press('ControlOrMeta+Home');
  await page.keyboard.type('# Kept\n');
  await page.route('**/_deckhand/api/**', (route) => route.abort());
  await page.getByText('The panel shows the last known state.').waitFor();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Play for new jobs' })).toBeDisabled();
  await page.keyboard.type('# More\n');
  await issuesOf(page).getByText('Not checked: Deckhand is not responding.').waitFor();
  // A download needs no server.
  const { name, text } = await downloaded(page, page.getByRole('button', { name: 'Download' }));
  expect([name, text]).toEqual(['mine.yaml', `# Kept\n# More\n${story('Mine')}`]);
  await page.unroute('**/_deckhand/api/**');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(textOf(page)).toContainText('# Kept');
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await page.route('**/_deckhand/api/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'token_required', detail: 'Send the token.', status: 403 }),
    }),
  );
  await page.getByLabel('Control token').fill('x');
  await page.unroute('**/_deckhand/api/**');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(textOf(page)).toContainText('# More');
});

/** Opens the editor in another tab. */
async function openTab(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await isValid(page);
  return page;
}

test(
  'two tabs that save the same file: the second one decides',
  { tag: '@long' },
  async ({ browser, open, page, folder }) => {
    await openEditor(open, page);
    const other = await openTab(browser, page.url());
    await paste(page, story('First'));
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText(/^Saved in /).waitFor();
    const conflict = other.getByRole('alert').filter({ hasText: 'has changed since it was read.' });
    // Without unsaved text, the other tab follows the file.
    await expect(textOf(other)).toContainText('title: First');
    await paste(other, story('Second'));
    await paste(page, story('Third'));
    await page.keyboard.press('ControlOrMeta+s');
    await conflict.waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await conflict.waitFor();
    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(story('Third'));
    await other.getByRole('button', { name: 'Load the file' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('button', { name: 'Replace the file' }).click();
    await other.getByText(/^Saved in /).waitFor();
    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(story('Second'));
    await expect(textOf(page)).toContainText('title: Second');
    await other.close();
  },
);

test(
  'a name that exists is not overwritten by a new scenario',
  { tag: '@long' },
  async ({ open, page, folder }) => {
    await open('scenarios?edit=new');
    await isValid(page);
    await page.getByLabel('Name').fill('mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'mine.yaml exists already.' }).waitFor();
    expect(readFileSync(join(folder, 'mine.yaml'), 'utf8')).toBe(story('Mine'));
  },
);

test('what is wrong with a name is below its field while the user types', async ({ open, page, folder }) => {
  await open('scenarios?edit=new');
  await isValid(page);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  const saveRequests: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saveRequests.push(request.url()));
  const characters = 'The name must have 1 to 64 lowercase letters, digits and hyphens.';
  // Nobody has asked for a name yet.
  await expect(name).toHaveAccessibleDescription('');
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  for (const [typed, message] of [
    ['../evil', characters],
    ['my name!', characters],
    ['Con', 'The name must not be Con, which Windows reserves for a device.'],
    ['', characters],
  ] as const) {
    await name.fill(typed);
    await expect(page.getByText(message)).toBeVisible();
    await expect(name).toHaveAccessibleDescription(message);
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    const color = await page.getByText(message).evaluate((text) => getComputedStyle(text).color);
    await expect(name).toHaveCSS('border-block-start-color', color);
    await save.click();
    await expect(name).toBeFocused();
    await name.fill('mine-2');
    await expect(name).toHaveAccessibleDescription('');
    await expect(name).toHaveAttribute('aria-invalid', 'false');
  }
  expect(saveRequests).toEqual([]);
  await save.click();
  await page.getByText(/^Saved in .*mine-2\.yaml\.$/).waitFor();
  expect(existsSync(join(folder, 'mine-2.yaml'))).toBe(true);
});

test('a played text has the name in the field, and without a valid one is called unnamed', async ({
  app,
  open,
  page,
}) => {
  await open('scenarios?edit=new');
  await isValid(page);
  const selected = page.getByLabel('Scenario for new jobs');
  for (const [name, shown] of [
    ['', 'unnamed'],
    ['harbour', 'harbour'],
    ['my name!', 'unnamed'],
  ] as const) {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Play for new jobs' }).click();
    await expect(selected).toHaveValue(shown);
    expect(app.workspace.startJob({ prompt: 'Harbour taxis' }).scenario).toBe(shown);
  }
  await open('scenarios/unnamed');
  await leaveQuestion(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('region', { name: 'Text of the scenario unnamed' }).waitFor();
  await open('jobs');
  await page.getByLabel('Search jobs').fill('unnamed');
  await expect(page.locator('.job.row')).toHaveCount(2);
});

test(
  'a copy of a scenario, and what happened to a job, are starting points',
  { tag: '@long' },
  async ({ app, open, page }) => {
    const job = await app.startJob('Harbour taxis', 'asks-a-question');
    app.workspace.clock.advance('4s');
    app.workspace.replyToJob(job, 'People who decide.');
    app.workspace.clock.advance('1s');
    app.workspace.failJob(job, 'It broke.');
    await open('scenarios?edit=new');
    await isValid(page);
    const start = page.getByLabel('Start with');
    await start.selectOption('scenario instant');
    await expect(textOf(page)).toContainText('# yaml-language-server');
    await start.selectOption(`job ${job}`);
    await expect(textOf(page)).toContainText('fail: { error: It broke. }');
    await open(`jobs/${job}`);
    await page.getByRole('link', { name: 'Make a scenario of this job' }).click();
    await expect(textOf(page)).toContainText('# Replies arrived 4s after the start.');
    await isValid(page);
  },
);

test('without a folder, the text is played and downloaded, and a sentence says why it is not saved', async ({
  page,
}) => {
  await withServer({ sources: new ScenarioSourceFiles([], BUNDLED_SCENARIOS) }, async ({ url }) => {
    await page.goto(`${url}/_deckhand/#/ws_dev/scenarios?edit=new`);
    await isValid(page);
    const reason =
      'The server has no folder of scenarios. To save scenarios, start it with "npx --no deckhand serve --scenarios FOLDER", or with a folder in the option scenarios. You can download the text.';
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(reason);
    await page.getByLabel('Name').fill('mine');
    const { name, text } = await downloaded(page, page.getByRole('button', { name: 'Download' }));
    expect([name, text.split('\n')[0]]).toEqual(['mine.yaml', 'title: My scenario']);
  });
});

test('a row of the jobs names its scenario, opens it, and is found by it', async ({ app, open, page }) => {
  await app.startJob('Harbour taxis', 'asks-a-question');
  await app.startJob('Lighthouses', 'never-ends');
  await open('jobs');
  await page.getByLabel('Search jobs').fill('asks-a-question');
  await rowOf(page, 'Lighthouses').waitFor({ state: 'detached' });
  await rowOf(page, 'Harbour taxis').getByRole('link', { name: 'asks-a-question' }).click();
  await page.getByRole('region', { name: 'Text of the scenario asks-a-question' }).waitFor();
});

test('the editor is loaded with New or Edit only, and needs no exception from the policy', async ({
  app,
  open,
  page,
}) => {
  const errors = collectPageErrors(page, app.url);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const editorFiles = (): string[] => loaded.filter((url) => url.includes('scenario-editor'));
  for (const view of ['jobs', 'traffic', 'scenarios', 'scenarios/mine']) await open(view);
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  expect(editorFiles()).toEqual([]);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await isValid(page);
  expect(editorFiles()).toHaveLength(2);
  const sheets = await page
    .locator('.code-host')
    .evaluate(({ shadowRoot }) => [
      shadowRoot?.adoptedStyleSheets.length,
      shadowRoot?.querySelectorAll('style').length,
    ]);
  expect(sheets).toEqual([1, 0]);
  expect(errors).toEqual([]);
});

test('a scenario is written, checked, played and saved with the keyboard only', async ({
  open,
  page,
  folder,
}) => {
  await open('scenarios');
  await page.getByRole('link', { name: 'New', exact: true }).focus();
  await page.keyboard.press('Enter');
  await isValid(page);
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('title: Keys\nsteps:\n- stal');
  await complete(page, 'stall');
  await page.getByRole('region', { name: 'Preview' }).getByText('Stalls immediately').waitFor();
  await isValid(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('New jobs play this text.').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('keys');
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/^Saved in .*keys\.yaml\.$/).waitFor();
  expect(readFileSync(join(folder, 'keys.yaml'), 'utf8')).toContain('stall:');
});

for (const [colorScheme, width] of THEMES_AND_WIDTHS) {
  test(
    `the editor is accessible, ${colorScheme} and ${width} pixels wide`,
    { tag: width > 390 ? '@long' : [] },
    async ({ open, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const expectAccessible = async (state: string): Promise<void> => {
        expect(await axeViolations(page), state).toEqual([]);
        expect(await widthOf(page), state).toBe(width);
      };
      await openEditor(open, page);
      await expectAccessible('valid');
      await paste(page, story('Mine') + '# A line.\n'.repeat(60));
      await isValid(page);
      await expectAccessible('a text that scrolls');
      await page.locator('summary', { hasText: 'Start at 0 s' }).click();
      await expectAccessible('with two responses');
      await paste(page, story('Mine').replace('for: 8s', 'for: 8x'));
      await issuesOf(page).getByText('1 error.').waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('my name!');
      await expectAccessible('an error, and an invalid name');
      await textOf(page).press('ControlOrMeta+End');
      await page.keyboard.type('fa');
      await page.getByRole('option', { name: 'faults' }).waitFor();
      await expectAccessible('completion');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Close the editor' }).click();
      await leaveQuestion(page).waitFor();
      await expectAccessible('the question');
      await leaveQuestion(page).getByRole('button', { name: 'Discard' }).click();
      await open('scenarios?edit=new');
      await isValid(page);
      await expectAccessible('a new scenario');
      await clockOf(page).waitFor();
    },
  );
}
