/**
 * `expect(deckhand).toFollowClientRules()` for every test runner: checks that the clients of a workspace follow the rules that the
 * interface gives to clients, and describes each violation.
 */
import type { ClientReport } from '../judge/report/report.js';
import { didYouMean } from '../base/did-you-mean.js';
import { UserError } from '../base/user-error.js';
import type { ClientReportOptions } from '../service/control/client-report.js';
import { assertKnownOptions } from '../app/options/deckhand-options.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

export interface ClientRulesOptions extends ClientReportOptions {
  /** The ids of rules to ignore, such as `client/backs-off-after-failures`. */
  readonly ignoreRules?: readonly string[];
}

export interface ClientRulesResult {
  readonly pass: boolean;
  readonly message: string;
}

const OPTIONS = [
  'ignoreRules',
  'minPollInterval',
  'timersFollowClock',
  'singleClient',
] satisfies (keyof ClientRulesOptions)[];

/**
 * @param isNot whether the matcher is negated with `.not`. Without any request, both forms fail
 * @throws UserError when an option or a rule is unknown
 */
export async function checkClientRules(
  deckhand: AnyWorkspace,
  { ignoreRules = [], ...query }: ClientRulesOptions,
  isNot: boolean,
): Promise<ClientRulesResult> {
  assertKnownOptions({ ignoreRules, ...query }, OPTIONS);
  const report = await deckhand.clientReport({ singleClient: hasSingleClient(deckhand), ...query });
  assertKnownRules(ignoreRules, report);
  const rules = report.rules.filter(({ id }) => !ignoreRules.includes(id));
  if (report.requests === 0) return { pass: isNot, message: NO_REQUESTS };
  const { formatClientReport: clientText, isViolated: isBroken } = await import('../judge/index.js');
  return { pass: !rules.some(isBroken), message: clientText({ ...report, rules }) };
}

/** The fixtures of vitest and Playwright give each test a sandbox of its own. */
const hasSingleClient = (deckhand: AnyWorkspace): boolean =>
  (deckhand as { readonly hasSingleClient?: boolean }).hasSingleClient === true;

const NO_REQUESTS =
  'No request had the key of this workspace, so its client was not judged.\n' +
  'Give the client the address and the key of this test: deckhand.baseUrl and deckhand.key.';

function assertKnownRules(named: readonly string[], { rules }: ClientReport): void {
  const ids = rules.map(({ id }) => id);
  for (const name of named) {
    if (!ids.includes(name))
      throw new UserError('invalid-option', `There is no client rule "${name}".${didYouMean(name, ids)}`, {
        hint: `There are: ${ids.join(', ')}`,
      });
  }
}
