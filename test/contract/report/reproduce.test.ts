import { expect, test } from 'vitest';
import { sampled, checkVariation } from '../proof.js';
import { mutants } from '../../mutants/mutants.js';
import type { FindingReport } from '../../../src/contract/index.js';

/** The findings about a kind of operation over some mutants. */
async function findings(path: RegExp): Promise<readonly FindingReport[]> {
  const found: FindingReport[] = [];
  for (const { apply } of sampled(mutants)) {
    const { report } = await checkVariation([apply]);
    for (const rule of report.rules)
      for (const finding of rule.findings)
        if (finding.kind === 'fail' && path.test(finding.curl ?? '')) found.push(finding);
  }
  return found;
}

test('a finding about a job starts a job of its own, and uses its id', async () => {
  const jobs = (await findings(/generate\/[^/ ]+\/status$/)).filter(({ reproduce }) => reproduce);
  expect(jobs.length).toBeGreaterThan(0);
  for (const { reproduce = [] } of jobs) {
    expect(reproduce[0]).toMatch(/^GENERATION_ID=\$\(curl -s .*-X POST .* \| sed -n '.*'\)$/);
    expect(reproduce.at(-1)).toMatch(/\/presentations\/generate\/\$GENERATION_ID\/status"$/);
  }
});

test('a finding about a changed presentation repeats the change before the fetch', async () => {
  const changed = (await findings(/presentations\/[^/ ]+$/)).filter(({ reproduce }) => reproduce);
  expect(changed.length).toBeGreaterThan(0);
  for (const { reproduce = [], curl } of changed) {
    expect(reproduce.slice(0, -1).every((command) => command.includes('-X PATCH'))).toBe(true);
    expect(reproduce.at(-1)).toBe(curl);
  }
});
