/** The formats of a report, by name. Each is a pure function: report in, text out. */
import { githubAnnotations } from './github-annotations.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import type { Report } from './model.js';
import { textReport } from './text.js';

export const reporters = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  html: htmlReport,
  /** Annotations; `githubSummary` is the Markdown that goes with them. */
  github: githubAnnotations,
} as const satisfies Readonly<Record<string, (report: Report) => string>>;

export type ReportFormat = keyof typeof reporters;
