/** The order of test files: project by project, since a worker stays for the next file only when that is of its own project. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ORDER = ['alone', 'together'];

/** What takes longest begins first: at the end the other worker would have nothing to do. */
const LONG =
  /\/(?:browser\/(?:deck-app|playwright-fixture|recipes|panel\/editor)|contract\/(?:mutants|liberties|hostile)|cli\/exec|replay\/round-trip)\.test\.ts$/;

export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  ORDER.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 0.5);
