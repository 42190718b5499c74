/**
 * Prepares user errors for Playwright's report: the message with its hint, and the line in the test instead of a line in
 * this package.
 */
import { UserError } from '../../base/user-error.js';
import type { Send } from '../../app/remote-workspace.js';

/** The URL of this package's code in stack traces. */
const OWN = import.meta.url.replace(/^(.*\/)(?:integrations|chunks)\/.*$/, '$1');

export function reportable(mistake: UserError): UserError {
  const { code, faults, cause } = mistake;
  const shown = new UserError(code, mistake.format(), { faults, cause });
  const isOurs = (line: string): boolean => line.includes(OWN) || /[/\\]node_modules[/\\]|\(node:/.test(line);
  const frames = (mistake.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line) && !isOurs(line));
  shown.stack = [`${mistake.name}: ${shown.message}`, ...frames].join('\n');
  return shown;
}

export async function reported<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof UserError ? reportable(error) : error;
  }
}

export function reportingSend(send: Send): Send {
  return (id, input) => reported(send(id, input));
}
