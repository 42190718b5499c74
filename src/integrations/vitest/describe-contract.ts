/**
 * The contract as tests of one's own. Each rule is a test with the messages of `deckhand verify`; what could not be reached
 * is skipped, with its reason.
 */
import { beforeAll, describe, test } from 'vitest';
import {
  check,
  fetchTransport,
  plan,
  rules,
  ruleText,
  settingsOf,
  type ExploreOptions,
  type FetchFunction,
  type Pace,
  type Report,
  type Rule,
  type Transport,
} from '../../contract/index.js';
import { realPace } from '../../target/real-pace.js';
import { wireClient } from '../../target/wire-client.js';

export interface DescribeContractOptions extends ExploreOptions {
  /** What the tests are grouped under. Default: the base address. */
  readonly name?: string;
  /** Asks this function instead of the network, such as `(request) => deckhand.fetch(request)`. */
  readonly fetch?: FetchFunction;
  /** As `fetch`, for those who want to see the wire. */
  readonly transport?: Transport;
  /** The clock that pacing and polling go by. */
  readonly pace?: Pace;
  /** Which rules become tests. Default: all. */
  readonly rules?: readonly Rule[];
  /** Is given the report when the run is over. */
  readonly onReport?: (report: Report) => void;
}

/** Explores the target once, before the tests, and makes each rule a test. */
export function describeContract(options: DescribeContractOptions): void {
  const { name, fetch, transport, pace = realPace(), rules: wanted = rules, onReport, ...asked } = options;
  const settings = settingsOf(asked);
  const longest = settings.jobTimeout + (2 * plan(settings).minutes + 4) * 60_000;

  describe(name ?? `the contract at ${asked.baseUrl}`, () => {
    let report: Report | undefined;

    beforeAll(async () => {
      const client = wireClient();
      const chosen = transport ?? (fetch && fetchTransport(fetch)) ?? client.transport;
      try {
        ({ report } = await check(asked, { transport: chosen, pace, rules: wanted }));
      } finally {
        client.close();
      }
      onReport?.(report);
      if (report.outcome === 'error') throw new Error(report.reason ?? 'it could not be judged');
    }, longest);

    for (const { id, title } of wanted) {
      test(`${id}: ${title}`, async ({ skip, annotate }) => {
        const rule = report?.rules.find((candidate) => candidate.id === id);
        if (!report || !rule) throw new Error(`${id} was not judged`);
        if (rule.outcome === 'not-reached') skip(rule.reason);
        const exchanges = new Map(report.exchanges.map((exchange) => [exchange.sequence, exchange]));
        if (rule.outcome === 'fail' || rule.outcome === 'error')
          throw new ContractBroken(ruleText(rule, exchanges));
        for (const { kind, message } of rule.findings)
          await annotate(message, kind === 'warn' ? 'warning' : 'notice');
      });
    }
  });
}

/** A documented promise that the target broke. What there is to see is in the message, not in a stack trace. */
class ContractBroken extends Error {
  override readonly name = 'ContractBroken';

  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}
