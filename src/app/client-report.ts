/** Judges the clients in a journal. The judge is loaded on demand: a stand-in starts and responds without it. */
import { basePath as documented } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import type { ClientReport } from '../generated/control-api.js';
import { parseDuration } from '../scenario/duration.js';
import type { ConductQuestion } from '../service/control/scene.js';
import { counted } from '../base/counted.js';
import { UserError } from '../base/user-error.js';

export interface ConductAsked {
  /** Polls of one job at shorter intervals than this are a tight loop (4.5). `500ms`, or milliseconds. Default: `1s`. */
  readonly tightLoop?: string | number;
  /**
   * Whether the timers of the clients run by the workspace's clock. Intervals then count even when the clock was changed:
   * set it to true in a test that advances both together. Default: `false`.
   */
  readonly sharedClock?: boolean;
  /**
   * Whether all requests come from one client in one tab. Then a poll after the end of a job, or a loop, is never excused as
   * that of another tab. Default: `true` in the sandbox of one test, otherwise `false`.
   */
  readonly strict?: boolean;
}

/** @param basePath the path of the stand-in's API. Default: `/api/v1` */
export async function clientReport(
  journal: readonly Exchange[],
  { dropped, basePath = documented, client, ...options }: ConductQuestion & { readonly basePath?: string },
): Promise<ClientReport> {
  const { clientRules, exchangesByClient, Judge } = await import('../contract/index.js');
  const byClient = exchangesByClient(journal);
  const judged = client === undefined ? journal : (byClient.get(client) ?? []);
  // Every exchange in this journal was sent to the stand-in, so its host does not matter.
  const judge = new Judge({ baseUrl: basePath, rules: clientRules, ...options });
  judge.addSegment(judged);
  const { exchanges: shown, ...whole } = judge.report({
    tool: { name: 'deckhand', version: '' },
    target: basePath,
    notes:
      dropped === 0 ? [] : [`not judged: ${counted(dropped, 'older exchange')} that the journal dropped`],
  });
  const clients = [...byClient].map(([name, { length }]) => ({ client: name, exchanges: length }));
  const { outcome, reason, summary, requests, rules, notes } = whole;
  const cited = new Set(rules.flatMap(({ findings }) => findings.map(({ exchange }) => exchange)));
  const exchanges = shown.filter(({ sequence }) => cited.has(sequence));
  const report = { outcome, reason, summary, requests, rules, exchanges, notes, clients };
  // Plain data of its own, as over HTTP.
  return JSON.parse(JSON.stringify(report)) as ClientReport;
}

/** The options as numbers. @throws UserError when `tightLoop` is not a valid time */
export function conductQuestion({ tightLoop, sharedClock, strict }: ConductAsked): {
  tightLoop?: number;
  sharedClock?: boolean;
  strict?: boolean;
} {
  const bound = typeof tightLoop === 'string' ? (parseDuration(tightLoop) ?? NaN) : tightLoop;
  if (bound !== undefined && !(bound >= 1 && bound <= LONGEST))
    throw new UserError('bad-option', `tightLoop cannot be ${JSON.stringify(tightLoop)}.`, {
      hint: 'Give a time such as 500ms or 2s, or milliseconds.',
    });
  return {
    ...(bound !== undefined && { tightLoop: bound }),
    ...(sharedClock !== undefined && { sharedClock }),
    ...(strict !== undefined && { strict }),
  };
}

/** One day, in milliseconds. */
const LONGEST = 86_400_000;
