// @ts-check
// The files of a user's project: package.json, the scripts that run in it, and one of projects/. Nothing is installed.
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
/** Scripts that run inside the project. */
const INSIDE = /^(?:entries|fetch|serve|types(?:-strict)?)\.mjs$/;

/** @param {string} folder @param {string} [name] a folder of projects/ @param {string} [example] a folder of examples/ */
export function layOut(folder, name, example) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  if (name === undefined) {
    for (const script of readdirSync(HERE).filter((file) => INSIDE.test(file)))
      cpSync(join(HERE, script), join(folder, script));
    return;
  }
  for (const from of ['projects/shared', `projects/${name}`, `../../examples/${example}`])
    if (existsSync(join(HERE, from))) cpSync(join(HERE, from), folder, { recursive: true });
  const journey = readFileSync(join(folder, 'journey.mjs'), 'utf8');
  const names = [...journey.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, one]) => one);
  const exports = `\nmodule.exports = { ${names.join(', ')} };\n`;
  writeFileSync(join(folder, 'journey.cjs'), journey.replaceAll(/^export /gm, '') + exports);
}
