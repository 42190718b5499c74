import { expect, test } from 'vitest';
import { judge } from '../../src/contract/index.js';
import { fromHar, toHar } from '../../src/journal/har.js';
import { liberties } from '../liberties/liberties.js';
import { mutants } from '../mutants/mutants.js';
import { keys } from '../mutants/plain-service/handle.js';
import { checkVariation } from './proof.js';

/** Every tenth of both, so that all kinds of traffic are among them. */
const some = [...mutants, ...liberties].filter((_, index) => index % 10 === 0);

test.each(some)(
  'the journal of $id gets the same verdicts when it is read back from its HAR file',
  async ({ apply }) => {
    const { exchanges, report } = await checkVariation([apply]);
    const file = JSON.stringify(toHar(exchanges, report.tool));
    for (const key of Object.values(keys)) expect(file).not.toContain(key);
    const live = judge(exchanges, { baseUrl: report.target });
    const { exchanges: read } = fromHar(JSON.parse(file));
    expect(judge(read, { baseUrl: report.target })).toEqual(live);
    // Where the address is not known, the path tells it.
    expect(judge(read)).toEqual(live);
  },
);
