/**
 * Follows the recipes of CONTRIBUTING.md as written, all in one copy of the repository: writes their files, adds their lines, and
 * then runs their commands. `npm run prove` and `npm run check` take minutes, so they are left out.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const recipes = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  .split(/^## (?=Add )/m)
  .slice(1);

const LONG = ['npm run prove', 'npm run check'];

/** The tracked files of this repository, with its packages. */
function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'deckhand-recipes-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(join(ROOT, file), join(copy, file));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

class Reader {
  readonly #copy: string;
  readonly commands: string[] = [];

  constructor(copy: string) {
    this.#copy = copy;
  }

  /** Does what the recipe says, but for its commands. */
  follow(recipe: string): void {
    const [first = '', ...rest] = recipe.split(/^ {3}```(?=\w)/m);
    let prose = this.#replace(first);
    for (const part of rest) {
      const [, language, block = '', after = ''] = /^(\w+)\n([^]*?)^ {3}```\n([^]*)$/m.exec(part) ?? [];
      const lines = block.replaceAll(/^ {3}/gm, '');
      if (language === 'sh') this.commands.push(...lines.trim().split('\n'));
      else this.#write(prose, lines);
      prose = this.#replace(after);
    }
  }

  #write(prose: string, lines: string): void {
    const [, written] = /Write `([^`]+)`:$/.exec(prose) ?? [];
    const [, file, where, anchor] = /In `([^`]+)`, (above|below) `([^`]+)`:$/.exec(prose) ?? [];
    if (written !== undefined) {
      const path = join(this.#copy, written);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines);
    } else if (file !== undefined && anchor !== undefined) {
      this.#edit(file, (text) => {
        const all = text.split('\n');
        const at = all.findIndex((line) => line.includes(anchor));
        assert.equal(all.filter((line) => line.includes(anchor)).length, 1, `${anchor} in ${file}`);
        const indent = /^ */.exec(all[at] ?? '')?.[0] ?? '';
        const added = lines.trimEnd().replaceAll(/^(?=.)/gm, indent);
        return all.toSpliced(where === 'above' ? at : at + 1, 0, added).join('\n');
      });
    } else throw new Error(`The prose does not say what to do with this:\n${prose}\n${lines}`);
  }

  /** Makes the replacements of the prose. @returns the prose on one line */
  #replace(text: string): string {
    const prose = text.replaceAll(/\s+/g, ' ').trim();
    for (const [, file = '', old = '', now = ''] of prose.matchAll(
      /In `([^`]+)`, replace `([^`]+)` with `([^`]+)`/g,
    ))
      this.#edit(file, (content) => {
        assert.ok(content.includes(old), `${file} has no ${old}`);
        return content.replaceAll(old, now);
      });
    return prose;
  }

  #edit(file: string, change: (text: string) => string): void {
    const path = join(this.#copy, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
}

/** Prints the command of a recipe that fails, or the line that is not there any more. @returns whether all passed */
export function followRecipes(): boolean {
  assert.equal(recipes.length, 4);
  const copy = copyOfRepository();
  try {
    const reader = new Reader(copy);
    for (const recipe of recipes) reader.follow(recipe);
    for (const command of new Set(reader.commands.filter((one) => !LONG.includes(one)))) {
      const { status, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: copy, encoding: 'utf8' });
      assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
      // A filter that matches nothing passes, too.
      if (command.includes(' -t '))
        assert.match(stripVTControlCharacters(stdout), /Tests .*\d passed/, command);
    }
    return true;
  } catch (error) {
    console.log(error);
    return false;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
