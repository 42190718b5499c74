// `tsx openapi/lint.ts`: the gates on the two documents. One line a finding; exit 1 when there is any.
import { join } from 'node:path';
import { allFindings } from './lint/all-gates.js';
import { line } from './lint/finding.js';

const findings = await allFindings(join(import.meta.dirname, '..'));
for (const finding of findings) console.error(line(finding));
if (findings.length > 0) process.exitCode = 1;
