// @ts-check
// Reads the declarations of a build, as an editor shows them. Fails for an exported name without a sentence, for one that no
// page, example or project of a user has, and for members that only adapters need. Usage: node exports.mjs, after `npm run build`
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

/** Entries without TypeScript names: data, and the preset that Jest reads. */
const WITHOUT_NAMES = /\.(?:json|yaml)$|jest-preset$/;

/** The places where a name can be used. */
const USES = ['README.md', 'docs', 'examples', 'test/package/projects'];
const NOT_USES = /(?:^|\/)(?:node_modules|dist|decisions|images)\//;

/** All members of the classes whose constructor or fields adapters use. @type {Record<string, string>} */
const MEMBERS = {
  Deckhand: 'arrange fetch workspace workspaces',
  RemoteDeckhand: 'origin workspace workspaces',
  DeckhandServer: 'baseUrl close deckhand listen origin',
};
/** Fields of a workspace that adapters use. */
const INTERNAL = ['changesSince', 'exchange', 'hasSingleClient', 'time'];

/** @type {string[]} */
const problems = [];
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const entries = Object.entries(exports)
  .filter(([path]) => !WITHOUT_NAMES.test(path))
  .map(([path, target]) => ({ name: path.replace('.', 'deckhand'), file: declarationsOf(target) }));
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, noEmit: true },
);
const checker = program.getTypeChecker();
const texts = USES.flatMap((path) => [...readUses(path)]);

for (const { name: entry, file } of entries) {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  const uses = texts.filter((text) => hasEntry(text, entry)).map((text) => new Set(text.match(/\w+/g)));
  for (const symbol of symbols) {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const original = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    if (original.getDocumentationComment(checker).length === 0)
      problems.push(`${entry}: ${symbol.name} has no sentence`);
    if (!uses.some((words) => words.has(symbol.name)))
      problems.push(`${entry}: ${symbol.name} is in no page, example or project`);
    if (original.flags & ts.SymbolFlags.Class) checkClass(`${entry}: ${symbol.name}`, original);
  }
  console.log(`${entry}: ${symbols.length} (${symbols.map(({ name }) => name).join(', ')})`);
}
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** @param {string} label @param {ts.Symbol} symbol */
function checkClass(label, symbol) {
  const members = checker
    .getDeclaredTypeOfSymbol(symbol)
    .getProperties()
    .map(({ name }) => name)
    .filter((name) => !/^(?:#|__#)/.test(name));
  const expected = MEMBERS[symbol.name];
  if (expected !== undefined && members.sort().join(' ') !== expected)
    problems.push(`${label} has the members ${members.join(' ')}`);
  for (const name of members.filter((one) => INTERNAL.includes(one)))
    problems.push(`${label} has the internal member ${name}`);
}

/** Whether code imports the entry, or a page names it. @param {string} text @param {string} entry */
function hasEntry(text, entry) {
  return text.includes(`'${entry}'`) || text.includes(`\`${entry}\``);
}

/** @param {unknown} target conditions with the files of an entry */
function declarationsOf(target) {
  const modules = [...JSON.stringify(target).matchAll(/\.\/(dist\/[^"]+)\.js"/g)].map(([, module]) => module);
  return join(ROOT, `${modules.at(-1)}.d.ts`);
}

/** The code in these files; of a page, the text, too. @param {string} path @returns {Generator<string>} */
function* readUses(path) {
  if (NOT_USES.test(`${path}/`)) return;
  if (/\.(?:md|[cm]?[jt]sx?)$/.test(path)) yield readFileSync(join(ROOT, path), 'utf8').replaceAll('"', "'");
  else if (!/\.\w+$/.test(path))
    for (const name of readdirSync(join(ROOT, path))) yield* readUses(`${path}/${name}`);
}
