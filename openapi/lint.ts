// `tsx openapi/lint.ts`: checks the two documents. Prints one line for each finding, and exits with 1 if there is one.
import { join } from 'node:path';
import { allFindings, line } from './lint/checks.js';

const findings = await allFindings(join(import.meta.dirname, '..'));
for (const finding of findings) console.error(line(finding));
if (findings.length > 0) process.exitCode = 1;
