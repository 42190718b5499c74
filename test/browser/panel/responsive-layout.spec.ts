/** At six widths, each view of the panel fits, and each control can be reached with the mouse. */
import { expect, type Page } from '@playwright/test';
import { seedWorkspace } from './seed-workspace.js';
import { test } from './panel-test.js';

const WIDTHS = [320, 390, 600, 720, 1000, 1440];

/** Finds layout problems: horizontal overflow, clipped text, wrapped buttons, and small or covered controls. */
async function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      problems.push(`the page scrolls sideways: ${scrollWidth} of ${clientWidth}`);
    const nameOf = (one: Element): string =>
      `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)}`;
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a:not(.skip), input, select, textarea, time:not(.timestamp)',
    );
    for (const control of controls) {
      // Lists also render rows outside their visible part.
      if (!control.checkVisibility() || control.closest('[hidden]')) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      // The labels of check boxes and the rows of links are larger click targets.
      const isWithin = control.matches('time, .row-link, [type=checkbox], [type=radio]');
      if (!isWithin && Math.min(width, height) < 24)
        problems.push(`${nameOf(control)} is ${width} × ${height}`);
      if (left < -0.5 || right > clientWidth + 0.5)
        problems.push(`${nameOf(control)} is clipped at ${left}..${right}`);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const hit = document.elementFromPoint(x, y);
      if (
        !hit ||
        !(control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))
      )
        problems.push(`${nameOf(control)} is covered by ${hit ? nameOf(hit) : 'nothing'}`);
      const isText = control.matches('button, .button, .views a, time:not(.timestamp)');
      if (isText && control.scrollWidth > control.clientWidth + 1)
        problems.push(`${nameOf(control)} is clipped`);
    }
    for (const end of document.querySelectorAll('.scenario-bar .end')) {
      const { right = 0 } = end.parentElement?.getBoundingClientRect() ?? {};
      if (end.getBoundingClientRect().right > right + 1)
        problems.push(`the end ${end.textContent} is clipped`);
    }
    const [search, buttons] = ['.search', '.buttons'].map(
      (name) => document.querySelector(`.tools:has(.chips) > ${name}`)?.getBoundingClientRect().top ?? 0,
    );
    if (buttons !== 0 && Math.abs(Number(search) - Number(buttons)) > 8)
      problems.push('the buttons are not beside the search');
    return problems;
  });
}

test('every view fits at six widths, and each control can be reached', async ({ app, open, page }) => {
  const views = await seedWorkspace(app);
  for (const view of views) {
    await open(view);
    await page.locator('main :is(h2, .row)').filter({ visible: true }).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowingElements(page), `${view} at ${width}`).toEqual([]);
    }
    // A window of 1280 × 800 pixels at 200 % zoom: the bars take at most a quarter.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await overflowingElements(page), `${view} at 200 %`).toEqual([]);
    const bars = (): Promise<number> =>
      page.evaluate(() =>
        [...document.querySelectorAll('.app-header, .control-bar')].reduce(
          (sum, bar) => sum + bar.getBoundingClientRect().height,
          0,
        ),
      );
    expect(await bars(), `the bars of ${view} at 200 %`).toBeLessThanOrEqual(100);
  }
});
