/** Pictures of pages as WebP. */
import type { Browser, Page } from 'playwright-core';

/** GitHub shows a README about 830 pixels wide. */
export const [APP, PANEL] = [400, 430] as const;
const HEIGHT = 590;

export async function openPage(
  one: Browser,
  width: number,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const context = await one.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** @param scale the pixels for each pixel of the page: two for fine screens */
export async function picture(page: Page, scale = 2, quality = 75): Promise<Buffer> {
  // Playwright does not write WebP by itself.
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  // The clip counts from the top of the document, and the page can be scrolled.
  const y = await page.evaluate(() => scrollY);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { x: 0, y, width, height, scale },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
