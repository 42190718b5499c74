import { expect, it } from 'vitest';
import { fitColumns, type CardShape } from '../../../src/wall/page/fit-columns.js';

const DESKTOP: CardShape = { ratio: 1280 / 800, chrome: 60, gap: 10, minWidth: 215 };
const PHONE: CardShape = { ratio: 390 / 720, chrome: 60, gap: 10, minWidth: 189 };

it.each<[string, number, [width: number, height: number], CardShape, { columns: number; cardWidth: number }]>(
  [
    ['three share a row of a laptop', 3, [1480, 760], DESKTOP, { columns: 3, cardWidth: 486 }],
    [
      'three are in two rows where that is much larger',
      3,
      [1480, 1000],
      DESKTOP,
      { columns: 2, cardWidth: 696 },
    ],
    ['three are in two rows of a narrow window', 3, [730, 760], DESKTOP, { columns: 2, cardWidth: 360 }],
    ['one is as high as the window', 1, [1480, 760], DESKTOP, { columns: 1, cardWidth: 1120 }],
    ['eighteen are all visible', 18, [1420, 830], DESKTOP, { columns: 6, cardWidth: 228 }],
    [
      'eighteen in a small window have the smallest width, and the page scrolls',
      18,
      [900, 500],
      DESKTOP,
      { columns: 4, cardWidth: 217 },
    ],
    [
      'a window narrower than the smallest card has one column',
      18,
      [180, 500],
      DESKTOP,
      { columns: 1, cardWidth: 180 },
    ],
    ['three phones are as high as the window', 3, [1480, 760], PHONE, { columns: 3, cardWidth: 379 }],
  ],
)('%s', (_name, count, [width, height], shape, expected) => {
  expect(fitColumns(count, { width, height }, shape)).toEqual(expected);
});

it('a chosen number of columns makes cards larger or smaller, but not higher than the window', () => {
  const fit = (chosen: number) => fitColumns(18, { width: 1480, height: 760 }, DESKTOP, chosen);
  expect([fit(1), fit(2), fit(6)]).toEqual([
    { columns: 1, cardWidth: 1120 },
    { columns: 2, cardWidth: 735 },
    { columns: 6, cardWidth: 238 },
  ]);
  expect(fitColumns(2, { width: 1480, height: 760 }, DESKTOP, 6)).toEqual({ columns: 2, cardWidth: 735 });
});

it('before the window is measured, there are columns, too', () => {
  expect(fitColumns(3, { width: 0, height: 0 }, DESKTOP)).toEqual({ columns: 1, cardWidth: 0 });
});
