/** Checks that the clients of a workspace follow the client rules, and reports each violation: `toFollowClientRules`. */
import type { ClientReport } from '../judge/report/report.js';
import { didYouMean } from '../base/did-you-mean.js';
import { UserError } from '../base/user-error.js';
import type { ClientReportOptions } from '../generated/workspace-methods.js';
import { assertKnownOptions } from '../app/options/deckhand-options.js';
import type { AnyWorkspace } from '../app/remote-workspace.js';

const OPTIONS = [
  'ignoreRules',
  'minPollInterval',
  'timersFollowClock',
  'singleClient',
] satisfies (keyof ClientRulesOptions)[];

const NO_REQUESTS =
  'No request used an API key of this workspace, so its client was not judged.\n' +
  'Pass the base URL and the API key of this test to the client: deckhand.baseUrl and deckhand.apiKey.';

/** The options of `toFollowClientRules`. */
export interface ClientRulesOptions extends ClientReportOptions {
  /** The ids of rules to ignore, such as `client/backs-off-after-failures`. */
  readonly ignoreRules?: readonly string[];
}

export interface ClientRulesResult {
  readonly pass: boolean;
  readonly message: string;
}

/**
 * @param isNot whether the matcher is negated with `.not`; without any request, both forms fail
 * @throws UserError when an option or a rule is unknown
 */
export async function checkClientRules(
  deckhand: AnyWorkspace,
  { ignoreRules = [], ...reportOptions }: ClientRulesOptions,
  isNot: boolean,
): Promise<ClientRulesResult> {
  assertKnownOptions({ ignoreRules, ...reportOptions }, OPTIONS);
  const report = await deckhand.clientReport({ singleClient: hasSingleClient(deckhand), ...reportOptions });
  assertKnownRules(ignoreRules, report);
  const rules = report.rules.filter(({ id }) => !ignoreRules.includes(id));
  if (report.requests === 0) return { pass: isNot, message: NO_REQUESTS };
  const { formatClientReport, isViolated } = await import('../judge/index.js');
  return { pass: !rules.some(isViolated), message: formatClientReport({ ...report, rules }) };
}

/** Whether it is the sandbox of one test, as the fixtures of Vitest and Playwright provide it. */
const hasSingleClient = (deckhand: AnyWorkspace): boolean =>
  (deckhand as { readonly hasSingleClient?: boolean }).hasSingleClient === true;

function assertKnownRules(ignored: readonly string[], { rules }: ClientReport): void {
  const ids = rules.map((rule) => rule.id);
  for (const id of ignored) {
    if (!ids.includes(id))
      throw new UserError('invalid-option', `Unknown client rule "${id}".${didYouMean(id, ids)}`, {
        hint: `There are: ${ids.join(', ')}`,
      });
  }
}
