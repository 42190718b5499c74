/** The first requests: is anybody there, is the key good, and which template can be used? Sections 4.1 and 5. */
import { firstTemplateId } from '../templates.js';
import type { Crew } from '../crew.js';
import type { Call } from '../../trace/call.js';
import { Session } from '../session.js';

export async function arrive(crew: Crew): Promise<void> {
  const { session } = crew;
  session.phase('is the target there');
  const bearer = await session.call({ operation: 'listTemplates', via: 'bearer' });
  standIfLost(session, bearer);
  const plain = await session.call({ operation: 'listTemplates', via: 'x-api-key' });
  const refused = [bearer, plain].every(({ status }) => status === 401 || status === 403);
  if (refused)
    throw session.stop(`the key was refused: GET /templates answered ${bearer.status} to either header`);
  const list = [bearer, plain].find((call) => call.ok);
  crew.template =
    session.settings.templateId ??
    (list?.answer.kind === 'json' ? firstTemplateId(list.answer.value) : undefined);
  if (crew.template === undefined) session.note('no template was found; --template-id names one');
}

function standIfLost(session: Session, { status, exchange }: Call): void {
  if (exchange.failure !== undefined) throw session.stop(`the target does not answer: ${exchange.failure}`);
  if (status < 300 || status > 399) return;
  const place = Session.header({ exchange } as Call, 'location') ?? 'another place';
  throw session.stop(
    `the target answers ${status} and points to ${place}; give the address that answers itself`,
  );
}
