/** The section on the minimum of evidence: what the run had to see, and what it did not see. */
import { evidenceLines } from '../evidence-lines.js';
import { markup } from '../markup.js';
import type { Report } from '../model.js';
import { itemMarks } from './filter.js';
import { prose, section, type Section } from './section.js';

export function evidenceSection(report: Report): Section | undefined {
  const lines = evidenceLines(report).map((line) => markup`<li${itemMarks()}>${prose(line)}</li>\n`);
  return section('evidence', 'Evidence', 'Below its minimum, a run is incomplete, whatever its rules say.', [
    markup`<ul>\n${lines}</ul>`,
  ]);
}
