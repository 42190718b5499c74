/** `describeContract`: verifies a service, and makes each rule of the contract a Vitest test. */
import { beforeAll, describe, test } from 'vitest';
import { formatHeadline, serviceRules, formatRule, type CoverageOptions, type Report, type Rule } from '../../judge/index.js';
import { verify, planRun, type VerifyOptions } from '../../verify/index.js';
import { fetchTransport, type FetchFunction, type RunClock, type Transport } from '../../journal/transport.js';
import { realTimers } from '../../proxy/connection/real-timers.js';
import { createHttpClient } from '../../proxy/http-client.js';
import { resolveRoute } from '../../proxy/connection/route.js';
import type { TlsOptions } from '../../proxy/connection/tls-context.js';

export interface DescribeContractOptions extends VerifyOptions, CoverageOptions {
  /** The name of the `describe` block. Default: the base URL. */
  readonly name?: string;
  /** Trusted certificates, a client certificate, or `insecure`. Proxies come from the environment. */
  readonly tls?: TlsOptions;
  /** Used instead of the network, such as `(request) => deckhand.fetch(request)`. */
  readonly fetch?: FetchFunction;
  /** As `fetch`, with access to connections and raw headers. */
  readonly transport?: Transport;
  /** The clock for pacing and polling. */
  readonly clock?: RunClock;
  /** The rules that become tests. Default: all. */
  readonly rules?: readonly Rule[];
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
  const {
    name,
    fetch,
    transport,
    clock = realTimers(),
    rules: selectedRules = serviceRules,
    onReport,
    ...runOptions
  } = options;
  const { require = [], allowUncovered = [], tls, ...target } = runOptions;
  const runPlan = planRun(target);
  const { settings } = runPlan;
  const timeoutMs = (settings.timeLimit ?? settings.jobTimeout + (2 * runPlan.minutes + 3) * 60_000) + 60_000;

  describe(name ?? `the contract at ${target.baseUrl}`, () => {
    let report: Report | undefined;

    beforeAll(async () => {
      const isDirect = transport !== undefined || fetch !== undefined;
      const client = createHttpClient(isDirect ? undefined : await resolveRoute(target.baseUrl, tls));
      const chosen = transport ?? (fetch && fetchTransport(fetch)) ?? client.transport;
      try {
        ({ report } = await verify(target, {
          transport: chosen,
          clock,
          rules: selectedRules,
          require,
          allowUncovered,
        }));
      } finally {
        client.close();
      }
      onReport?.(report);
      if (report.outcome === 'error') throw new Error(report.reason ?? 'The run could not be judged.');
    }, timeoutMs);

    test('coverage: the run covers what is required', () => {
      if (!report) throw new Error('The run ended without a report.');
      if (report.outcome === 'incomplete' || report.coverage.gaps.length > 0)
        throw new ContractViolation(formatHeadline(report));
    });

    for (const { id, title } of selectedRules) {
      test(`${id}: ${title}`, async ({ skip, annotate }) => {
        const rule = report?.rules.find((candidate) => candidate.id === id);
        if (!report || !rule) throw new Error(`${id} was not judged.`);
        if (rule.outcome === 'not-covered') skip(rule.reason);
        if (rule.outcome === 'fail' || rule.outcome === 'error')
          throw new ContractViolation(formatRule(rule, report.exchanges));
        for (const { severity, message } of rule.findings)
          await annotate(message, severity === 'warn' ? 'warning' : 'notice');
      });
    }
  });
}
