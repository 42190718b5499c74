// @ts-check
// What holds of each file of src: the name of an exported type occurs once (generated types come through their module), and a
// file has one header sentence, because it holds one idea.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/generated/') && existsSync(file));

/** Each declaration counts, also two in one file: an interface merged with a class is a class that promises methods it may lack. @type {Map<string, string[]>} */
const filesByType = new Map();
/** @type {string[]} */
const problems = [];

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)(?![\w,}])/gm,
  ))
    filesByType.set(name, [...(filesByType.get(name) ?? []), file]);
  const code = text.search(/^(?:export|const|let|async|function|class|type|interface|abstract) /m);
  const second = code < 0 ? -1 : text.slice(code).search(/^\/\*(?!\*)/m);
  if (second >= 0) {
    const line = text.slice(0, code + second).split('\n').length;
    problems.push(`${file}:${line}: a second header. Move what follows into a file of its own.`);
  }
}

for (const [name, where] of filesByType)
  if (where.length > 1) problems.push(`The type ${name} is exported by ${where.join(' and ')}.`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
