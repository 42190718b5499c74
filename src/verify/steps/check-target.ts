/** Checks that the target responds and accepts the key, and finds the templates. Sections 4.1 and 5. */
import { originLength } from '../../base/url-path.js';
import { getHeader } from '../../journal/exchange.js';
import { getJson } from '../../judge/model/body.js';
import type { Call } from '../../judge/model/call.js';
import { formatStatus } from '../../judge/model/format-result.js';
import {
  findTemplateIdGroups,
  findTemplateIds,
  MAX_PER_FIELD,
} from '../../judge/rules/checks/template-ids.js';
import type { Requester } from '../requester.js';
import type { RunResults } from './run-results.js';

/** How the keys begin that open a sandbox of a mock server. */
const SANDBOX_PREFIX = 'sandbox-';

/** The last template is not known if the list is longer than the candidates that are read. */
export async function checkTarget(
  requester: Requester,
): Promise<Pick<RunResults, 'templateIds' | 'lastTemplateId'>> {
  const { apiKey, templateId } = requester.settings;
  if (apiKey.startsWith(SANDBOX_PREFIX) && (await requester.acceptsLongerKey()))
    throw requester.stop(
      'the target opens a sandbox for every key like this one, as a mock server of Deckhand does, so invalid keys cannot be tested; use another key, such as deckhand-dev-key',
    );
  const bearer = await requester.call({ operation: 'listTemplates', via: 'bearer' });
  stopIfUnreachable(requester, bearer);
  const apiKeyHeader = await requester.call({ operation: 'listTemplates', via: 'x-api-key' });
  if ([bearer, apiKeyHeader].every(({ status }) => status === 401 || status === 403))
    throw requester.stop(
      `the target rejects the key: GET /templates returned ${bearer.status} with both headers; check the key`,
    );
  const list = [bearer, apiKeyHeader].find((call) => call.isSuccess);
  const listed = list && getJson(list.responseBody);
  const templateIds = templateId === undefined ? findTemplateIds(listed) : [templateId];
  if (templateIds.length === 0)
    requester.note(
      'the list of templates has nothing that may be a template id; use --template-id to set one',
    );
  const [likeliest = []] = findTemplateIdGroups(listed);
  const lastTemplateId = templateId ?? (likeliest.length < MAX_PER_FIELD ? likeliest.at(-1) : undefined);
  return { templateIds, ...(lastTemplateId !== undefined && { lastTemplateId }) };
}

function stopIfUnreachable(requester: Requester, call: Call): void {
  const { status, exchange } = call;
  if (exchange.failure !== undefined) throw requester.stop(`GET /templates got ${formatStatus(call)}`);
  if (status < 300 || status > 399) return;
  const location = getHeader(exchange.response?.headers ?? [], 'location')?.trim();
  const { url } = exchange.request;
  const target = location?.startsWith('/') ? url.slice(0, originLength(url)) + location : location;
  const base = /^(.*)\/templates\/?(?:[?#]|$)/.exec(target ?? '')?.[1];
  const help =
    base === undefined || base === requester.settings.baseUrl ? 'use the final base URL' : `use ${base}`;
  throw requester.stop(`the target redirects to ${target ?? 'another URL'} with ${status}; ${help}`);
}
