/** The section on the minimum of evidence: what the run had to see, and what it did not see. */
import { evidenceLines } from '../evidence-lines.js';
import { markup, type Markup } from '../markup.js';
import type { Report } from '../model.js';
import { section } from './section.js';

export function evidenceSection(report: Report): Markup | undefined {
  const lines = evidenceLines(report).map((line) => markup`<li>${line}</li>\n`);
  return section('evidence', 'Evidence', 'Below its minimum, a run is incomplete, whatever its rules say.', [
    markup`<ul>\n${lines}</ul>`,
  ]);
}
