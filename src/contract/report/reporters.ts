/** The report formats by name. Each is a pure function from a report to a string. */
import { githubAnnotations } from './github-annotations.js';
import { htmlReport } from './html/page.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import type { Report } from './model.js';
import { textReport } from './text/text.js';

export const reporters = {
  text: (report: Report) => textReport(report),
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  /** Annotations. `githubSummary` writes the matching Markdown. */
  github: githubAnnotations,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

export type ReportFormat = keyof typeof reporters;
