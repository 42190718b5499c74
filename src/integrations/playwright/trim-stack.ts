/**
 * Prepares user errors for Playwright's report: the message with its hint, and the line in the test instead of a line in
 * this package.
 */
import { UserError } from '../../base/user-error.js';
import type { SendControlRequest } from '../../app/remote-workspace.js';

/** The URL of this package's code in stack traces. */
const PACKAGE_URL = import.meta.url.replace(/^(.*\/)(?:integrations|chunks)\/.*$/, '$1');

export function trimStack(mistake: UserError): UserError {
  const { code, issues, cause } = mistake;
  const shown = new UserError(code, mistake.format(), { faults: issues, cause });
  const isPackageFrame = (line: string): boolean =>
    line.includes(PACKAGE_URL) || /[/\\]node_modules[/\\]|\(node:/.test(line);
  const frames = (mistake.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !isPackageFrame(line));
  shown.stack = [`${mistake.name}: ${shown.message}`, ...frames].join('\n');
  return shown;
}

export async function withTrimmedStack<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof UserError ? trimStack(error) : error;
  }
}

export function trimErrorsOf(send: SendControlRequest): SendControlRequest {
  return (id, input) => withTrimmedStack(send(id, input));
}
