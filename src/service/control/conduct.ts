/** The verb that reports how a workspace's clients behaved, according to its journal. */
import { parseDuration } from '../../scenario/duration.js';
import { exchangesOf, inOrder } from './journals.js';
import { badInput } from './refuse.js';
import { reads } from './verb-context.js';

export const readConduct = reads<'readConduct'>((context, _body, query) =>
  context.clientReport(inOrder(exchangesOf(context, query)), {
    dropped: context.state.journal.dropped,
    ...(query.tight_loop !== undefined && { tightLoop: needTime(query.tight_loop) }),
    ...(query.shared_clock !== undefined && { sharedClock: query.shared_clock === 'true' }),
    ...(query.client !== undefined && { client: query.client }),
    ...(query.strict !== undefined && { strict: query.strict === 'true' }),
  }),
);

function needTime(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw badInput([{ pointer: '/tight_loop', detail: 'must be a time above zero, such as 500ms' }]);
}
