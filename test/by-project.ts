/** The order of test files: project by project, since a worker stays for the next file only when that is of its own project. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slow ones first, so that none is left for the end, when the other worker has nothing to do. */
const ORDER = ['browser', 'alone', 'deck-app', 'node'];

export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const rank = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
