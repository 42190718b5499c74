/** The first requests: check that the target responds and accepts the key, and find a template. Sections 4.1 and 5. */
import { originLength } from '../../base/url-path.js';
import { getHeader } from '../../journal/exchange.js';
import { Starter } from './start-job.js';
import { findTemplateIds } from '../../judge/rules/checks/template-ids.js';
import type { RunState } from '../run-state.js';
import type { Call } from '../../judge/model/call.js';
import type { Requester } from '../requester.js';
import { getJson } from '../../judge/model/body.js';
import { formatStatus } from '../../judge/model/format-result.js';

/** How the keys begin that open a sandbox of a mock server. */
const SANDBOX = 'sandbox-';

export async function checkTarget(context: RunState): Promise<void> {
  const { session } = context;
  session.phase('checking the target');
  if (session.settings.apiKey.startsWith(SANDBOX) && (await session.acceptsLongerKey()))
    throw session.stop(
      'the target opens a sandbox for every key like this one, as a mock server of Deckhand does, so invalid keys cannot be tested; use another key, such as deckhand-dev-key',
    );
  const bearer = await session.call({ operation: 'listTemplates', via: 'bearer' });
  stopIfUnreachable(session, bearer);
  const plain = await session.call({ operation: 'listTemplates', via: 'x-api-key' });
  const refused = [bearer, plain].every(({ status }) => status === 401 || status === 403);
  if (refused)
    throw session.stop(
      `the target rejects the key: GET /templates returned ${bearer.status} with both headers; check the key`,
    );
  const list = [bearer, plain].find((call) => call.isSuccess);
  const { templateId } = session.settings;
  const listed = list && getJson(list.responseBody);
  const templates = templateId === undefined ? findTemplateIds(listed) : [templateId];
  context.starter = new Starter(session, templates, listed);
  // A full run creates something in the other workspace.
  if (session.settings.otherApiKey !== undefined && (context.isSmoke || session.settings.readOnly))
    await session.call({ operation: 'listTemplates', by: 'other' });
  if (templates.length === 0)
    session.note('the list of templates has nothing that may be a template id; use --template-id to set one');
}

function stopIfUnreachable(session: Requester, call: Call): void {
  const { status, exchange } = call;
  if (exchange.failure !== undefined) throw session.stop(`GET /templates got ${formatStatus(call)}`);
  if (status < 300 || status > 399) return;
  const location = getHeader(exchange.response?.headers ?? [], 'location')?.trim();
  const { url } = exchange.request;
  const target = location?.startsWith('/') ? url.slice(0, originLength(url)) + location : location;
  const base = /^(.*)\/templates\/?(?:[?#]|$)/.exec(target ?? '')?.[1];
  const help =
    base === undefined || base === session.settings.baseUrl ? 'use the final base URL' : `use ${base}`;
  throw session.stop(`the target redirects to ${target ?? 'another URL'} with ${status}; ${help}`);
}
