/**
 * The animation of README.md: an app starts a job, the job asks, the app answers, and the deck opens; the panel beside it shows
 * the same. Both clocks stand still between frames, so every run takes the same frames.
 */
import type { Browser, Locator } from 'playwright-core';
import { animatedWebp, type Frame } from './animated-webp.js';
import { APP, beside, BOTH, openPage, PANEL } from './pictures.js';

const [SCALE, QUALITY] = [1.5, 60] as const;

type Control = (path: string, body?: object, method?: string) => Promise<void>;

/** @param url the address of the app, which also serves the panel */
export async function takeAnimation(one: Browser, url: string, control: Control): Promise<Buffer> {
  const frames: Frame[] = [];
  const [app, panel] = [await openPage(one, APP), await openPage(one, PANEL)];
  await app.clock.install();
  const take = async (time: number): Promise<void> => {
    // The panel gets its events in real time.
    await panel.waitForTimeout(400);
    frames.push({ webp: await beside(one, app, panel, SCALE, QUALITY), time });
  };
  const pass = async (ms: number): Promise<void> => {
    await control('clock/advance', { by: `${ms}ms` });
    await app.clock.runFor(ms);
  };
  const passUntil = async (seen: Locator, most: number): Promise<void> => {
    for (let left = most; left > 0 && !(await seen.isVisible()); left -= 1) {
      await pass(500);
      await take(200);
    }
    await seen.waitFor();
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    for (let end = 8; end < text.length + 8; end += 8) {
      await field.fill(text.slice(0, end));
      await take(120);
    }
  };
  const press = async (button: Locator): Promise<void> => {
    await button.focus();
    await take(400);
    await button.click();
  };

  await control('scenario', { name: 'asks-a-question' }, 'PUT');
  await control('clock/pause');
  await app.goto(url);
  await panel.goto(`${url}_deckhand/`);
  await panel.getByText('No jobs yet').waitFor();
  await take(900);
  await type(app.getByLabel('What the deck is about'), 'A pitch for electric harbour taxis');
  await press(app.getByRole('button', { name: 'Make the deck' }));
  await panel.getByText('Generating').first().waitFor();
  await take(500);
  const response = app.getByLabel('Your answer');
  await passUntil(response, 24);
  await take(1500);
  await type(response, 'City officials who plan public transport.');
  await press(app.getByRole('button', { name: 'Send the answer' }));
  await passUntil(app.getByRole('link', { name: 'Open viewer' }), 40);
  await take(3000);
  await Promise.all([app.context().close(), panel.context().close()]);
  return animatedWebp(frames, BOTH.width * SCALE, BOTH.height * SCALE);
}
