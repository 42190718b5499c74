/** `tsx openapi/lint.ts`: lints the two documents. Prints one line for each finding, and exits with 1 if there is one. */
import { join } from 'node:path';
import { lintDocuments, formatFinding } from './lint/rules.js';

const findings = await lintDocuments(join(import.meta.dirname, '..'));
for (const finding of findings) console.error(formatFinding(finding));
if (findings.length > 0) process.exitCode = 1;
