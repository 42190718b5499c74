/** Requests that a service may reject: query, content type, title, template, wrong base URL. */
import { getField } from '../../base/json.js';
import { getHeader } from '../../journal/exchange.js';
import { getSentTitle, type Call } from '../model/call.js';
import { areHeadersRecorded } from '../model/credential.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';
import { isApplicationJson, getJson } from '../model/body.js';
import { isUndocumentedRedirect } from '../model/redirect.js';
import { findTemplateIds } from '../rules/checks/template-ids.js';
import type { Downgrade } from './downgrade.js';

/** Characters. The spec defines no maximum length, so a service may have one. */
const MAX_USUAL_TITLE = 100;

export const hasUndocumentedQuery = ({ status, exchange }: Call): Downgrade =>
  [400, 404, 422].includes(status) && exchange.request.url.includes('?')
    ? 'the spec defines no query, so a service may reject it'
    : undefined;

export function mayHaveOtherContentType({ status, exchange }: Call): Downgrade {
  const { headers } = exchange.request;
  const type = getHeader(headers, 'content-type');
  const isOther = type === undefined ? !areHeadersRecorded(headers) : !isApplicationJson(type);
  return status === 415 && isOther ? 'the client may have sent another content type' : undefined;
}

export function mayNotAcceptJson({ status, exchange }: Call): Downgrade {
  const accept = getHeader(exchange.request.headers, 'accept')?.trim() ?? '';
  if (status !== 406 || /^application\/json$/i.test(accept)) return undefined;
  return /\bjson\b|\*\/\*|application\/\*/i.test(accept)
    ? 'the spec does not say which values of Accept a service understands'
    : 'the client may accept no JSON';
}

export const isAllowedRedirect = ({ exchange }: Call): Downgrade =>
  isUndocumentedRedirect(exchange) ? 'the spec does not forbid redirects' : undefined;

export function hasUnusualTitle(call: Call): Downgrade {
  const title = getSentTitle(call);
  if (title === undefined || (call.status !== 400 && call.status !== 422)) return undefined;
  return title.trim() === '' || title.length > MAX_USUAL_TITLE
    ? 'a service may reject blank and long titles'
    : undefined;
}

export function hasUnlistedTemplate(call: Call, trace: Trace): Downgrade {
  const template = getField(getJson(call.requestBody), 'template_id');
  if (call.status !== 404 || typeof template !== 'string') return undefined;
  const isListed = trace
    .callsWithValidKey('listTemplates')
    .some((list) => findTemplateIds(getJson(list.responseBody)).includes(template));
  return isListed ? undefined : 'no list contains the template';
}

/** 404 for several operations: the base URL is probably wrong. */
const isEverythingNotFound = memoizeByTrace(
  ({ calls }) =>
    calls.every(({ status }) => status === 404) && new Set(calls.map(({ operation }) => operation)).size > 1,
);

export const mayBeWrongBaseUrl = (_: Call, trace: Trace): Downgrade =>
  isEverythingNotFound(trace) ? 'the base URL may be wrong' : undefined;
