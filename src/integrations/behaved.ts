/**
 * `expect(deckhand).toHaveBehaved()` for every test runner: checks that the clients of a workspace follow the rules that the
 * interface gives to clients, and describes each violation.
 */
import type { ClientReport } from '../contract/report/model.js';
import { didYouMean } from '../base/nearest.js';
import { UserError } from '../base/user-error.js';
import type { ConductOptions } from '../service/control/conduct.js';
import { checkNames } from '../app/options/deckhand-options.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

export interface BehavedOptions extends ConductOptions {
  /** The ids of rules to ignore, such as `client/backs-off-on-repeated-failures`. */
  readonly except?: readonly string[];
}

export interface Behaviour {
  readonly pass: boolean;
  readonly message: string;
}

const OPTIONS = ['except', 'tightLoop', 'sharedClock', 'strict'] satisfies (keyof BehavedOptions)[];

/**
 * @param isNot whether the matcher is negated with `.not`. Without any request, both forms fail
 * @throws UserError when an option or a rule is unknown
 */
export async function behaviourOf(
  deckhand: AnyWorkspace,
  { except = [], ...query }: BehavedOptions,
  isNot: boolean,
): Promise<Behaviour> {
  checkNames({ except, ...query }, OPTIONS);
  const report = await deckhand.conduct({ strict: isOfOneTest(deckhand), ...query });
  needRules(except, report);
  const rules = report.rules.filter(({ id }) => !except.includes(id));
  if (report.requests === 0) return { pass: isNot, message: NOTHING };
  const { clientText, isBroken } = await import('../contract/index.js');
  return { pass: !rules.some(isBroken), message: clientText({ ...report, rules }) };
}

/** The fixtures of vitest and Playwright give each test a sandbox of its own. */
const isOfOneTest = (deckhand: AnyWorkspace): boolean =>
  (deckhand as { readonly isOfOneTest?: boolean }).isOfOneTest === true;

const NOTHING =
  'No request had the key of this workspace, so its client was not judged.\n' +
  'Give the client the address and the key of this test: deckhand.baseUrl and deckhand.key.';

function needRules(named: readonly string[], { rules }: ClientReport): void {
  const ids = rules.map(({ id }) => id);
  for (const name of named) {
    if (!ids.includes(name))
      throw new UserError('bad-option', `There is no client rule "${name}".${didYouMean(name, ids)}`, {
        hint: `There are: ${ids.join(', ')}`,
      });
  }
}
