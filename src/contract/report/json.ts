/** The report as JSON, for programs. Safe to print in a terminal or on a build server. */
import type { Report } from './model.js';
import { neutralLines } from '../../base/text/neutral.js';

export function jsonReport(report: Report): string {
  return neutralLines(`${JSON.stringify(report, undefined, 2)}\n`);
}
