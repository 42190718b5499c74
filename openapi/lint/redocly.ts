// Checks a document with Redocly's strict rules, which also validate examples against their schemas.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { files } from '../generate/document.js';
import type { Finding } from './finding.js';

/** Rules that are off for a document. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  [files.presentation]: [],
  [files.control]: [],
};

export async function redocly(file: string, text: string): Promise<Finding[]> {
  const off = (exceptions[file] ?? []).map((rule): [string, 'off'] => [rule, 'off']);
  const config = await createConfig({ extends: ['recommended-strict'], rules: Object.fromEntries(off) });
  const problems = await lintFromString({ source: text, absoluteRef: file, config });
  return problems.map(({ ruleId, message, location }) => ({
    file,
    pointer: (location[0]?.pointer ?? '').replace(/^#/, ''),
    what: message
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/\.$/, ''),
    expected: `no violation of the rule ${ruleId}`,
  }));
}
