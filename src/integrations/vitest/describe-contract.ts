/** `describeContract`: verifies a service, and makes each rule of the contract a Vitest test, for each operation that it is about. */
import { beforeAll, describe, test } from 'vitest';
import { parseBaseUrl } from '../../app/options/base-url.js';
import { UserError } from '../../base/user-error.js';
import type { RunClock, Transport } from '../../journal/transport.js';
import {
  formatHeadline,
  formatReason,
  formatRule,
  serviceRules,
  type Report,
  type RuleReport,
} from '../../judge/index.js';
import { planRun } from '../../verify/index.js';
import { verifyService, type VerifyServiceOptions } from '../verify/verify-service.js';

/** The options of `describeContract`. */
export interface DescribeContractOptions extends VerifyServiceOptions {
  /** The name of the `describe` block. Default: the base URL. */
  readonly name?: string;
  /** @internal */
  readonly transport?: Transport;
  /** @internal */
  readonly clock?: RunClock;
  /** The ids of the rules that become tests, such as `job/terminal-status-is-final`. Default: all. */
  readonly rules?: readonly string[];
  /** Called with the report at the end of the run. */
  readonly onReport?: (report: Report) => void;
}

/** A violation of a rule. The message has all details, so there is no stack trace. */
class ContractViolation extends Error {
  override readonly name = 'ContractViolation';

  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/**
 * Runs the verification once, before the tests. A rule that is not covered is skipped, with the reason; one more test fails if
 * required coverage is not reached.
 */
export function describeContract(options: DescribeContractOptions): void {
  const { name, transport, clock, rules, onReport, ...rest } = options;
  const runOptions = { ...rest, baseUrl: parseBaseUrl(rest.baseUrl) };
  const chosen = selectRules(rules);
  const runPlan = planRun(runOptions);
  const { settings } = runPlan;
  const timeoutMs = (settings.timeLimit ?? settings.jobTimeout + (2 * runPlan.minutes + 3) * 60_000) + 60_000;

  describe(name ?? `the contract at ${runOptions.baseUrl}`, () => {
    let report: Report | undefined;

    beforeAll(async () => {
      ({ report } = await verifyService(runOptions, {
        ...(transport && { transport }),
        ...(clock && { clock }),
        rules: chosen,
      }));
      onReport?.(report);
      if (report.outcome === 'error') throw new Error(report.reason ?? 'The run could not be judged.');
    }, timeoutMs);

    test('coverage: the run covers what is required', () => {
      if (!report) throw new Error('The run ended without a report.');
      if (report.outcome === 'incomplete' || report.coverage.gaps.length > 0)
        throw new ContractViolation(formatHeadline(report));
    });

    for (const { id, title, operations } of chosen) {
      for (const operation of operations ?? [undefined]) {
        const suffix = operation === undefined ? '' : ` [${operation}]`;
        test(`${id}${suffix}: ${title}`, async ({ skip, annotate }) => {
          const rule = report?.rules.find((candidate) => candidate.id === id);
          if (!report || !rule) throw new Error(`${id} was not judged.`);
          const own = operation === undefined ? rule : ofOperation(rule, operation);
          if (own.outcome === 'not-covered') skip(own.reason && formatReason(own.reason));
          if (own.outcome === 'fail' || own.outcome === 'error')
            throw new ContractViolation(formatRule(own, report.exchanges));
          for (const { severity, message } of own.findings)
            await annotate(message, severity === 'warn' ? 'warning' : 'notice');
        });
      }
    }
  });
}

/** @throws UserError for an unknown id */
function selectRules(ids: readonly string[] | undefined): typeof serviceRules {
  if (!ids) return serviceRules;
  const unknown = ids.find((id) => !serviceRules.some((rule) => rule.id === id));
  if (unknown !== undefined)
    throw new UserError('invalid-option', `The rule ${JSON.stringify(unknown)} is unknown.`, {
      hint: 'docs/rules.md lists the ids of all rules.',
    });
  return serviceRules.filter(({ id }) => ids.includes(id));
}

/** The part of a rule about one operation. */
function ofOperation(rule: RuleReport, operation: string): RuleReport {
  const own = rule.operations?.find((one) => one.operation === operation);
  const { operations, omittedFindings, reason, ...rest } = rule;
  return {
    ...rest,
    outcome: own?.outcome ?? rule.outcome,
    ...(own?.reason && { reason: own.reason }),
    findings: rule.findings.filter((finding) => finding.operation === operation),
  };
}
