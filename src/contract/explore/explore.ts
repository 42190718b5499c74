/**
 * Plays the fewest requests that reach every rule, and returns what was exchanged. Sends through the transport it is given
 * and waits by the clock it is given; judges nothing.
 */
import type { Exchange } from '../../journal/exchange.js';
import { Crew } from './crew.js';
import type { ExploreEvent } from './events.js';
import { settingsOf, type ExploreOptions, type Settings } from './options.js';
import { jobWishes, plan } from './plan.js';
import { arrive } from './phases/arrive.js';
import { createPresentations } from './phases/create.js';
import { settleAsStranger } from './phases/foreign.js';
import { followJob, type JobWish } from './phases/job.js';
import { askWithoutKey } from './phases/keys.js';
import { exceedTheRate, leave } from './phases/leave.js';
import { renamePresentations } from './phases/rename.js';
import { Session, Stopped } from './session.js';
import { together } from './together.js';
import type { Pace, Transport } from './transport.js';

export interface World {
  readonly transport: Transport;
  readonly pace: Pace;
  readonly onEvent?: (event: ExploreEvent) => void;
  /** Ms that one exchange may take. Default: 20 seconds. */
  readonly requestTimeout?: number;
  /** Ends the run early; what was changed is put back first. */
  readonly signal?: AbortSignal;
}

export interface Exploration {
  /** Every exchange, without keys, in the order of their beginning. */
  readonly exchanges: readonly Exchange[];
  /** Why the run ended early. */
  readonly stopped?: string;
  readonly notes: readonly string[];
}

/** Explores a target. Never rejects for anything the target does. */
export async function explore(
  options: ExploreOptions,
  { transport, pace, onEvent, requestTimeout = 20_000, signal }: World,
): Promise<Exploration> {
  const settings = settingsOf(options);
  const notes: string[] = [];
  const emit = (event: ExploreEvent) => {
    if (event.kind === 'note' && !notes.includes(event.text)) notes.push(event.text);
    onEvent?.(event);
  };
  const { requests, minutes } = plan(settings);
  const session = new Session({
    settings,
    transport,
    pace,
    emit,
    deadline: pace.now() + settings.jobTimeout + (2 * minutes + 3) * 60_000,
    mostRequests: 4 * requests + 400,
    requestTimeout,
    ...(signal && { signal }),
  });
  let stopped: string | undefined;
  try {
    await run(new Crew(session, emit), settings);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    stopped = error.message;
  }
  const exchanges = session.journal.toSorted((one, two) => one.sequence - two.sequence);
  return { exchanges, notes, ...(stopped !== undefined && { stopped }) };
}

async function run(crew: Crew, settings: Settings): Promise<void> {
  const { session } = crew;
  await arrive(crew);
  session.phase(settings.readOnly ? 'asking without a key' : 'following jobs');
  const refused: JobWish[] = [];
  const follow = async (wish: JobWish) => {
    if (!(await followJob(crew, wish))) refused.push(wish);
  };
  await together([
    ...jobWishes(settings).map(follow),
    ...(settings.readOnly ? [] : [createPresentations(crew), settleAsStranger(crew)]),
    askWithoutKey(crew, { operation: 'listTemplates' }),
  ]);
  // Where only one job may run at a time, it is the next one's turn now.
  if (crew.finished.length > 0) for (const wish of refused) await followJob(crew, wish);
  session.phase('renaming');
  await renamePresentations(crew);
  await leave(crew);
  if (settings.probeRateLimit) await exceedTheRate(crew);
}
