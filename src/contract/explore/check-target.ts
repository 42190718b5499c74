/** The first requests: check that the target responds and accepts the key, and find a template. Sections 4.1 and 5. */
import { endOfOrigin } from '../../base/url-path.js';
import { headerOf } from '../../journal/exchange.js';
import { Starter } from './starter.js';
import { templateCandidates } from '../listed-templates.js';
import type { RunContext } from './run-context.js';
import type { Call } from '../model/call.js';
import type { Session } from './session.js';
import { jsonOf } from '../model/payload.js';
import { statusText } from '../model/status-text.js';

/** How the keys begin that open a sandbox of a mock server. */
const SANDBOX = 'sandbox-';

export async function checkTarget(context: RunContext): Promise<void> {
  const { session } = context;
  session.phase('checking the target');
  if (session.settings.apiKey.startsWith(SANDBOX) && (await session.acceptsLongerKey()))
    throw session.stop(
      'the target opens a sandbox for every key like this one, as a mock server of Deckhand does, so wrong keys cannot be tested; use another key, such as deckhand-dev-key',
    );
  const bearer = await session.call({ operation: 'listTemplates', via: 'bearer' });
  stopIfUnreachable(session, bearer);
  const plain = await session.call({ operation: 'listTemplates', via: 'x-api-key' });
  const refused = [bearer, plain].every(({ status }) => status === 401 || status === 403);
  if (refused)
    throw session.stop(
      `the target refuses the key: GET /templates returned ${bearer.status} for both headers; check the key`,
    );
  const list = [bearer, plain].find((call) => call.ok);
  const { templateId } = session.settings;
  const listed = list && jsonOf(list.received);
  const templates = templateId === undefined ? templateCandidates(listed) : [templateId];
  context.starter = new Starter(session, templates, listed);
  // A full run creates something in the other workspace.
  if (session.settings.otherApiKey !== undefined && (context.isSmoke || session.settings.readOnly))
    await session.call({ operation: 'listTemplates', by: 'other' });
  if (templates.length === 0)
    session.note('the list of templates has nothing that may be a template id; use --template-id to set one');
}

function stopIfUnreachable(session: Session, call: Call): void {
  const { status, exchange } = call;
  if (exchange.failure !== undefined) throw session.stop(`GET /templates got ${statusText(call)}`);
  if (status < 300 || status > 399) return;
  const location = headerOf(exchange.response?.headers ?? [], 'location')?.trim();
  const { url } = exchange.request;
  const target = location?.startsWith('/') ? url.slice(0, endOfOrigin(url)) + location : location;
  const base = /^(.*)\/templates\/?(?:[?#]|$)/.exec(target ?? '')?.[1];
  const help =
    base === undefined || base === session.settings.baseUrl ? 'use the final base address' : `use ${base}`;
  throw session.stop(`the target redirects to ${target ?? 'another address'} with ${status}; ${help}`);
}
