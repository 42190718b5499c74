/** The report formats by name. Each is a pure function from a report to a string. */
import type { Report } from './model.js';
import { neutralLines } from '../../base/text/neutral.js';
import { githubAnnotations } from './github-annotations.js';
import { htmlReport } from './html.js';
import { junitReport } from './junit.js';
import { textReport } from './text.js';

/** The report as JSON, for programs. Safe to print in a terminal or on a build server. */
function jsonReport(report: Report): string {
  return neutralLines(`${JSON.stringify(report, undefined, 2)}\n`);
}

export const reporters = {
  text: (report: Report) => textReport(report),
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  /** Annotations. `githubSummary` writes the matching Markdown. */
  github: githubAnnotations,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

export type ReportFormat = keyof typeof reporters;
