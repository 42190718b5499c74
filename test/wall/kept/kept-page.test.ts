import { expect, test } from 'vitest';
import { keptMarkdown } from '../../../src/wall/kept/kept-markdown.js';
import { keptPage } from '../../../src/wall/kept/kept-page.js';
import type { Comparison, KeptWall } from '../../../src/wall/kept/kept-types.js';

const EVIL = '<img src=x onerror=alert(1)> [a](javascript:b) | @all `c`';

const wall: KeptWall = {
  format: 'deckhand-wall/1',
  app: 'http://localhost:5173/',
  scenarios: ['happy-path'],
  moments: ['3s'],
  sizes: [1280],
  masks: [],
  steps: [],
  cells: [
    {
      scenario: 'happy-path',
      at: '3s',
      size: 1280,
      picture: 'pictures/happy-path-1280-3s.png',
      isStill: false,
      job: 'generating',
      findings: [{ rule: 'client/stops', sections: ['4.5'], message: EVIL, hint: 'Stop.', exchange: EVIL }],
      errors: [EVIL],
      missed: [EVIL],
    },
  ],
};
const comparison: Comparison = {
  with: 'wall-main',
  changes: wall.cells.map((cell) => ({ cell, kind: 'changed', share: 0.000_001, before: 'before/a.png' })),
};

test('texts of an app are texts in the page and in Markdown', () => {
  const page = keptPage(wall, comparison);
  expect(page).not.toContain('<img src=x');
  expect(page).toContain('&lt;img src=x');
  const markdown = keptMarkdown(wall, comparison);
  expect(markdown).not.toMatch(/<img|\]\(|@all|`c/);
  for (const line of markdown.split('\n').filter((one) => one.startsWith('| happy-path')))
    expect(line.match(/\|/g)?.length, line).toBe(line.includes('px') ? 5 : 4);
});

test('a change is never 0.00%, and a screen that moves says so', () => {
  expect(keptMarkdown(wall, comparison)).toContain('0.01% of its pixels changed');
  expect(keptPage(wall, undefined)).toContain('Not still');
  expect(keptPage(wall, undefined)).not.toContain('Changed since');
});
