/** Follows the guides that need no browser. test/browser/guides.spec.ts follows the other one. */
import { expect, it, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { installCli, PACKAGE } from '../cli/deckhand-process.js';
import { GuideReader } from './guide-reader.js';
import { blocksOf } from './markdown-blocks.js';
import { UserProject } from './user-project.js';

installCli();

/** @returns the exit codes of the commands, in order */
async function follow(page: string, { expect, onTestFinished }: TestContext): Promise<readonly number[]> {
  const project = new UserProject(PACKAGE, ['vitest', 'msw']);
  onTestFinished(() => project.remove());
  const reader = await GuideReader.open(page, project);
  onTestFinished(async () => void (await reader.close()));
  await reader.readTo();
  expect(await reader.close(), reader.printed).toEqual([]);
  return reader.codes;
}

it.concurrent(
  'docs/guides/check-a-deployment-in-ci.md prints what it shows',
  { timeout: 240_000 },
  async (context) => {
    context.expect(await follow('docs/guides/check-a-deployment-in-ci.md', context)).toEqual([0, 1, 1, 0, 2]);
  },
);

it.concurrent(
  'docs/guides/reproduce-a-failure.md prints what it shows',
  { timeout: 240_000 },
  async (context) => {
    context.expect(await follow('docs/guides/reproduce-a-failure.md', context)).toEqual([0, 1, 0, 1, 0]);
  },
);

it('the workflow in docs/guides/check-a-deployment-in-ci.md runs the command of the guide', () => {
  const workflow = blocksOf('docs/guides/check-a-deployment-in-ci.md', 'yaml', 'In a pull request')[0] ?? '';
  const { steps } = (parse(workflow) as { jobs: { verify: { steps: { run?: string }[] } } }).jobs.verify;
  const commands = steps.flatMap(({ run = '' }) => (run.startsWith('npx ') ? [run] : []));
  expect(commands).toEqual([
    'npx --no deckhand verify http://127.0.0.1:8080/api/v1 --requests-per-minute 0 --report text --report github --report html=contract.html',
  ]);
});
