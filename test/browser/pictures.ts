/** Pictures of pages as WebP, alone or an app and the panel next to each other. */
import type { Browser, Page } from 'playwright-core';

/** GitHub shows a README about 830 pixels wide. */
export const [APP, PANEL, HEIGHT] = [400, 430, 590] as const;
const GAP = 12;
export const BOTH = { width: APP + PANEL + 3 * GAP, height: HEIGHT + 2 * GAP } as const;

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

/** The pages next to each other, as one picture. */
export async function beside(
  one: Browser,
  left: Page,
  right: Page,
  scale?: number,
  quality?: number,
): Promise<Buffer> {
  const parts = await Promise.all([left, right].map((page) => picture(page)));
  const page = await openPage(one, BOTH.width);
  await page.setViewportSize(BOTH);
  const images = parts.map(
    (part, index) =>
      `<img width="${index === 0 ? APP : PANEL}" src="data:image/webp;base64,${part.toString('base64')}">`,
  );
  await page.setContent(
    `<style>body{margin:0;padding:${GAP}px;display:flex;gap:${GAP}px;background:#dfe6ec}img{border-radius:10px;box-shadow:0 2px 14px #14212c33}</style>${images.join('')}`,
  );
  const taken = await picture(page, scale, quality);
  await page.context().close();
  return taken;
}
