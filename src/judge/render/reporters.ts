/** The report formats by name. Each is a pure function from a report to a string. */
import type { Report } from '../report/report.js';
import { sanitizeLines } from '../../base/text/sanitize.js';
import { formatGitHubAnnotations } from './github-annotations.js';
import { formatHtml } from './html.js';
import { formatJUnit } from './junit.js';
import { formatReport } from './text.js';

/** The report as JSON, for programs. Safe to print in a terminal or on a build server. */
function formatJson(report: Report): string {
  return sanitizeLines(`${JSON.stringify(report, undefined, 2)}\n`);
}

export const reporters = {
  text: (report: Report) => formatReport(report),
  json: formatJson,
  junit: formatJUnit,
  html: formatHtml,
  /** Annotations. `githubSummary` writes the matching Markdown. */
  github: formatGitHubAnnotations,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

/** The name of a format of `formatReport`. */
export type ReportFormat = keyof typeof reporters;
