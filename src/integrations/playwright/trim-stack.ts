/** Prepares user errors for Playwright's report: adds the position to the message, and removes Deckhand's frames from the stack. */
import { UserError } from '../../base/user-error.js';
import type { SendControlRequest } from '../../app/remote-workspace.js';

/** The URL of this package's code in stack traces. */
const PACKAGE_URL = import.meta.url.replace(/^(.*\/)(?:integrations|chunks)\/.*$/, '$1');

export function trimStack(error: UserError): UserError {
  const { code, issues, cause } = error;
  const trimmed = new UserError(code, error.format(), { issues, cause });
  const isPackageFrame = (line: string): boolean =>
    line.includes(PACKAGE_URL) || /[/\\]node_modules[/\\]|\(node:/.test(line);
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !isPackageFrame(line));
  trimmed.stack = [`${error.name}: ${trimmed.message}`, ...frames].join('\n');
  return trimmed;
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
