/** The pages of Jest, Next.js and Storybook show code of their examples, which CI builds from the package and runs. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

function codeOf(example: string): string {
  const folder = join(ROOT, 'examples', example);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.includes('node_modules') && statSync(join(folder, name)).isFile(),
  );
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

describe.each(['jest', 'nextjs', 'storybook'])('the page of %s', (name) => {
  const page = readFileSync(join(ROOT, `docs/integrations/${name}.md`), 'utf8');
  const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);

  it('has code', () => expect(blocks.length).toBeGreaterThan(1));

  it.each(blocks)('shows code of its example: %s', (code) => expect(codeOf(name)).toContain(code));
});

const INTEGRATIONS = 'docs/integrations';
/** This page is about types. */
const OTHERS = ['types.md'];

it.each(readdirSync(INTEGRATIONS).filter((name) => !OTHERS.includes(name)))(
  'the page %s says the same three things in the same place',
  (name) => {
    const page = readFileSync(join(INTEGRATIONS, name), 'utf8');
    const [, section = ''] = page.split('\n## Your own routes, key and base path\n');
    const [list = ''] = section.split('\n## ');
    const said = [...list.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, what]) => what);
    expect(said).toEqual(['Routes and handlers', 'Key and base path', 'Override one operation']);
  },
);
