/** The errors of verbs. When a verb throws one of them, nothing has changed. */
import { UserError, type InputFault } from '../../base/user-error.js';

export function badInput(faults: readonly InputFault[]): UserError {
  const lines = faults.map(({ pointer, detail }) => `${pointer === '' ? 'the input' : pointer} ${detail}`);
  const message = lines.slice(0, 5).join('; ');
  return new UserError('bad-input', /[.?]$/.test(message) ? message : `${message}.`, { faults });
}

export function notFound(what: string): UserError {
  return new UserError('not-found', `There is no ${what}.`);
}

export function jobConflict(why: string): UserError {
  return new UserError('job-conflict', why);
}
