/** Checks the names that `--require` and `--allow-incomplete` take. */
import { didYouMean } from '../base/nearest.js';
import { UserError } from '../base/user-error.js';
import { topics, type MinimumChanges, type Rule } from '../contract/index.js';

/** @throws UserError for a name that is neither a topic nor, for `--require`, a rule */
export function requireKnownNames(changes: MinimumChanges, rules: readonly Rule[]): void {
  const { require = [], allowIncomplete = [] } = changes;
  const ids = rules.map(({ id }) => id);
  check('--require', require, [...topics, ...ids]);
  check('--allow-incomplete', allowIncomplete, topics);
}

function check(option: string, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new UserError('bad-option', `${option}: there is no "${name}".${didYouMean(name, known)}`, {
      hint: `The topics are ${topics.join(', ')}.${
        option === '--require' ? ' Or name a rule, such as job/terminal-is-final.' : ''
      }`,
    });
  }
}
