import { expect, test } from 'vitest';
import type { Report } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { variants } from '../variants/variants.js';
import { mutants } from '../mutants/mutants.js';
import type { RunPrerequisite } from '../mutants/mutant.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

const needs: readonly RunPrerequisite[] = ['question', 'failure', 'other-key'];

/** Each violation: its rule, its message, and the guilty request. */
async function violationsOf(id: string): Promise<readonly string[]> {
  const apply = [...mutants, ...variants].find((one) => one.id === id)?.hooks;
  if (!apply) throw new Error(`There is no mutant ${id}.`);
  const { report, exchanges } = await verifyInVirtualTime([apply], needs);
  return violations(report, exchanges);
}

function violations({ rules }: Report, exchanges: readonly Exchange[]): readonly string[] {
  return rules.flatMap(({ id, findings }) =>
    findings
      .filter(({ severity, sameCauseAs }) => severity === 'fail' && sameCauseAs === undefined)
      .map(({ message, effectOf, exchange }) => {
        const guilty = exchanges.find(({ sequence }) => sequence === (effectOf ?? exchange));
        const path = guilty && new URL(guilty.request.url).pathname.replace(/\/[^/]*\d[^/]*(?=\/|$)/g, '/…');
        return `${id}: ${message} (${guilty?.request.method} ${path} ${guilty?.response?.status})`;
      }),
  );
}

test.each([401, 403])('a valid key that gets %i permanently is one finding about the key', async (status) => {
  expect(await violationsOf(`key-rejected-after-a-rename-with-${status}`)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^auth/valid-key-stays-valid: a valid key is rejected by all operations from exchange #\\d+ on .*${status}\\)$`,
      ),
    ),
  ]);
});

test('a PATCH that changes the id is one finding about the PATCH, for each presentation', async () => {
  expect(await violationsOf('rename-changes-the-id')).toEqual([
    'rename/keeps-id: a rename changes the id (PATCH /api/…/presentations/… 200)',
  ]);
  // The job of the first one shows it with its new id.
  expect(await violationsOf('rename-moves-the-presentation')).toEqual([
    'rename/keeps-id: a rename changes the id (PATCH /api/…/presentations/… 200)',
    'rename/keeps-id: a presentation is not found after its rename (PATCH /api/…/presentations/… 200)',
  ]);
});

test('a rename with a key of another workspace is one finding about the rename', async () => {
  expect(await violationsOf('other-key-rename-accepted')).toEqual([
    'isolation/other-key-cannot-rename-presentation: a key can rename a presentation of another workspace (PATCH /api/…/presentations/… 200)',
  ]);
  expect(await violationsOf('other-key-rename-rejected-but-applied')).toEqual([
    'isolation/other-key-cannot-rename-presentation: a key is rejected, but renames a presentation of another workspace (PATCH /api/…/presentations/… 404)',
  ]);
});

test('a question that two jobs share is not a finding about a message', async () => {
  for (const id of ['wording-shared', 'wording-at-each-poll']) expect(await violationsOf(id)).toEqual([]);
});
