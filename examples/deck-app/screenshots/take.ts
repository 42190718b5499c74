/** Not a test: brings each screen about as the tests do, and takes its picture into docs/images/. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test, type DeckApp } from '../e2e/deck-app';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  small: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

for (const [look, options] of Object.entries(LOOKS)) {
  test.describe(look, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } });

    test(`progress, question, deck and failure, ${look}`, async ({ app, deckhand }) => {
      test.slow();
      await deckhand.use('asks-a-question');
      await app.make();
      await app.pass('4s');
      if (look !== 'small') await take(app, `question-${look}`);
      await app.answer('People who decide about the harbour.');
      await app.pass('2s');
      await app.pass('2s');
      if (look !== 'small') await take(app, `progress-${look}`);
      await app.pass('4s');
      await app.button('Our answer').click();
      await take(app, `deck-${look}`);
      if (look === 'small') return;
      await deckhand.use('upstream-error');
      await app.make();
      await app.pass('8s');
      await take(app, `failure-${look}`);
    });
  });
}

/** The page down to the end of its content, in WebP, which Playwright does not write by itself. */
async function take({ page }: DeckApp, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const end = await page
    .locator('article')
    .evaluate((article) => article.getBoundingClientRect().bottom + 48);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 75,
    clip: { x: 0, y: 0, width, height: Math.min(height, Math.ceil(end)), scale: 1.5 },
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}deck-app-${name}.webp`, Buffer.from(data, 'base64'));
}
