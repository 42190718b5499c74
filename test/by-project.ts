/**
 * The order of test files: project by project, because a worker process only takes the next file of the same project. Slow
 * files come first, so that short ones keep both workers busy until the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ORDER = ['slow', 'isolated', 'unit'];

export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const rank = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
