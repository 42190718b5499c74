/** Runs the commands of the findings about every mutant: `tsx test/contract/report/reproduce-all.ts` exits with 1 if one fails. */
import { mutants } from '../../mutants/mutants.js';
import { inParallel } from '../proof.js';
import { isRateLimited, reproduce } from './reproductions.js';

const chosen = mutants.filter((mutant) => !isRateLimited(mutant));
const results = await inParallel(chosen, 4, reproduce);
for (const { failures } of results) for (const failure of failures) console.log(`FAILS ${failure}\n`);
const count = results.reduce((sum, { run }) => sum + run, 0);
const failed = results.reduce((sum, { failures }) => sum + failures.length, 0);
console.log(`${count - failed} of ${count} findings are shown again by their commands.`);
process.exitCode = failed > 0 ? 1 : 0;
