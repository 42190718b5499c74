/** The report as JSON, for programs; it may be printed where people and build servers read, too. */
import type { Report } from './model.js';
import { harmlessJson } from './neutral.js';

export function jsonReport(report: Report): string {
  return harmlessJson(`${JSON.stringify(report, undefined, 2)}\n`);
}
