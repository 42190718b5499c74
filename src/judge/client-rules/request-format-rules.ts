/** Rules about the requests of a client: key, bodies and URLs. Sections 1, 4 to 4.7, 5 and 9. */
import { getHeader } from '../../journal/exchange.js';
import { getField, isObject } from '../../base/json.js';
import { getJson, isApplicationJson } from '../model/body.js';
import type { Call } from '../model/call.js';
import { areHeadersRecorded } from '../model/credential.js';
import { equalJson } from '../rules/checks/equal-json.js';
import { createClientRule, type ClientRule, type RequestFinding } from './create-client-rule.js';
import { basePath, type OperationId } from '../../generated/routes.js';
import { operations } from '../rules/operations.js';
import { getPath } from '../../base/url-path.js';

/** Fields that contain slides: the name in the spec, and a likely other one. */
const SLIDE_FIELDS = ['sections', 'slides'];

/** The documented fields of requests. */
const DOCUMENTED_FIELDS: Partial<Record<OperationId, readonly string[]>> = {
  startGeneration: ['prompt', 'template_id'],
  createPresentation: ['template_id'],
  updatePresentation: ['title'],
};

const NO_BODY = 'no request with a body in the traffic';

/** Recordings have placeholders instead of keys and other secrets. */
const PLACEHOLDER_PREFIX = '[redacted';

const USER_INFO = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*@/i;

export const requestFormatRules: readonly ClientRule[] = [
  createClientRule({
    id: 'client/sends-key-in-header',
    sections: ['5'],
    level: 'must',
    title: 'A client sends its key in Authorization: Bearer or x-api-key',
    interpretation:
      'A missing key counts only if the service rejected the request; recordings may omit credentials.',
    hint: 'Send `Authorization: Bearer KEY` or `x-api-key: KEY` with every request.',
    notCovered: 'no request with recorded headers',
    check: ({ client, exchange: { request, response } }) => {
      if (client.credential.header === 'not-recorded') return undefined;
      if (client.credential.header !== 'none' && client.credential.key !== '') return 'pass';
      if (response?.status !== 401 && response?.status !== 403) return undefined;
      const other = getHeader(request.headers, 'authorization');
      const scheme = /^\S+(?= )/.exec(other ?? '')?.[0];
      return {
        severity: 'fail',
        message:
          other === undefined
            ? 'the client sends a request without a key'
            : 'the client sends its key in an undocumented way',
        expected: 'Authorization: Bearer KEY, or x-api-key: KEY',
        actual: other === undefined ? 'neither header' : `Authorization: ${scheme ?? ''} …`,
      };
    },
  }),
  createClientRule({
    id: 'client/no-key-in-url',
    sections: ['5'],
    level: 'must',
    title: 'A client never sends its key in a URL',
    interpretation:
      'URLs appear in logs, history and Referer. User info before the host is info: it may be for a proxy.',
    hint: 'Send the key in a header instead of the URL. Replace the key, because logs may contain it.',
    notCovered: 'no request to the API in the traffic',
    check: ({ exchange: { request }, client }) => {
      const { url } = request;
      const { key } = client.credential;
      const containsKey = key !== undefined && key.length >= 8 && url.includes(key);
      // A redacted password before the host has a placeholder, too.
      if (!containsKey && !url.replace(USER_INFO, '').includes(PLACEHOLDER_PREFIX))
        return USER_INFO.test(url)
          ? { severity: 'info', message: 'the client sends a password in a URL' }
          : 'pass';
      return {
        severity: 'fail',
        message: 'the client sends a key in a URL',
        expected: 'a key only in a header',
        actual: getPath(url).includes(PLACEHOLDER_PREFIX) ? 'in the path' : 'in the query',
      };
    },
  }),
  createClientRule({
    id: 'client/sends-single-key',
    sections: ['5'],
    level: 'must',
    title: 'A client sends one key with each request',
    interpretation: 'The same key in both headers is allowed. With two keys, precedence is unspecified.',
    hint: 'Use only one of the two headers.',
    notCovered: 'no request with a key in the traffic',
    check: ({ client, exchange: { request } }) => {
      if (client.credential.header === 'none' || client.credential.header === 'not-recorded')
        return undefined;
      const apiKey = getHeader(request.headers, 'x-api-key');
      // Redaction replaces the values of both headers with the same placeholder.
      if (client.credential.header !== 'both' || apiKey === client.credential.key) return 'pass';
      return {
        severity: 'fail',
        message: 'the client sends two keys with one request',
        expected: 'one key, in one of the two headers',
        actual: 'different keys in the two headers',
      };
    },
  }),
  createClientRule({
    id: 'client/sends-json-body',
    sections: ['4'],
    level: 'must',
    title: 'A client sends JSON bodies',
    hint: 'Send JSON.stringify(…) of an object. Do not send a form or the object itself.',
    notCovered: NO_BODY,
    check: ({ call }) => {
      if (call?.requestBody.kind === 'json') return 'pass';
      if (call?.requestBody.kind !== 'not-json') return undefined;
      return {
        severity: 'fail',
        message: `the client sends ${call.operation} a body that is not JSON`,
        expected: 'JSON',
        actual: call.requestBody.reason,
      };
    },
  }),
  createClientRule({
    id: 'client/sends-json-content-type',
    sections: ['4'],
    level: 'must',
    title: 'A request with a body has the content type application/json',
    interpretation: 'Parameters after application/json are allowed.',
    hint: 'Set the header content-type: application/json. By default, fetch sends text/plain for a string.',
    notCovered: NO_BODY,
    check: ({ call, exchange: { request } }) => {
      if (!call || call.requestBody.kind === 'empty') return undefined;
      if (!areHeadersRecorded(request.headers)) return undefined;
      const type = getHeader(request.headers, 'content-type');
      if (isApplicationJson(type ?? '')) return 'pass';
      return {
        severity: 'fail',
        message: `the client sends ${call.operation} a body with another content type than JSON`,
        expected: 'application/json',
        actual: type ?? 'no Content-Type',
      };
    },
  }),
  createClientRule({
    id: 'client/request-fields-are-documented',
    sections: ['2.3', '4.4', '4.7'],
    level: 'must',
    title: 'Request fields have their documented types',
    interpretation:
      'Expects an object; prompt, template_id and title are strings if present. Other fields are allowed. A name in another case, such as templateId without template_id, is info.',
    hint: 'Send { "prompt": "…", "template_id": "…" } to start and { "title": "…" } to rename. All values are strings, and the names are in snake_case.',
    notCovered: 'no job start or rename in the traffic',
    check: ({ call }) => {
      const fields = call && DOCUMENTED_FIELDS[call.operation];
      if (!fields) return undefined;
      const misnamed = findMisnamedFields(call, fields);
      // The interface has no shape for this request (4.3).
      const types = call.operation === 'createPresentation' ? undefined : checkStringFields(call, fields);
      if (misnamed.length === 0) return types;
      return typeof types === 'object' ? [types, ...misnamed] : misnamed;
    },
  }),
  createClientRule({
    id: 'client/no-undocumented-body',
    sections: ['4.1', '4.5'],
    level: 'must',
    title: 'A client sends no body when it lists templates or polls',
    hint: 'Remove the body. The URL contains everything.',
    notCovered: 'no GET /templates or poll in the traffic',
    check: ({ call, exchange: { request } }) => {
      if (call?.operation !== 'listTemplates' && call?.operation !== 'getGenerationStatus') return undefined;
      const bytes = request.body?.bytes ?? 0;
      if (bytes === 0) return 'pass';
      return {
        severity: 'fail',
        message: `the client sends ${call.operation} a body`,
        expected: 'no body',
        actual: `${bytes} bytes`,
      };
    },
  }),
  createClientRule({
    id: 'client/no-slides-in-patch',
    sections: ['1', '4.7'],
    level: 'must',
    title: 'A client does not send slides with PATCH',
    interpretation:
      'Fails for sections or slides that differ from the last response. Sending back the whole presentation is allowed.',
    hint: 'Send only the title. For other content, start another generation with another prompt.',
    notCovered: 'no PATCH in the traffic',
    check: ({ call }, trace) => {
      if (call?.operation !== 'updatePresentation') return undefined;
      const body = getJson(call.requestBody);
      const fields = isObject(body) ? Object.keys(body) : [];
      const { snapshots = [] } = trace.getPresentation(call.id) ?? {};
      const isUnchanged = (field: string): boolean =>
        snapshots.some(
          (snapshot) =>
            snapshot.call.exchange.endedAt <= call.exchange.startedAt &&
            equalJson(getField(snapshot.value, field), getField(body, field)),
        );
      const slides = fields.filter((field) => SLIDE_FIELDS.includes(field) && !isUnchanged(field));
      if (slides.length > 0)
        return {
          severity: 'fail',
          message: 'the client sends slide content with PATCH',
          expected: 'the title',
          actual: slides.join(', '),
        };
      const others = fields.filter((field) => field !== 'title').slice(0, 10);
      if (others.length === 0) return 'pass';
      return { severity: 'info', message: `the client sends other fields with PATCH: ${others.join(', ')}` };
    },
  }),
  createClientRule({
    id: 'client/uses-documented-operations',
    sections: ['4'],
    level: 'must',
    title: 'A client calls only documented operations',
    interpretation: 'OPTIONS (CORS preflight) and HEAD are ignored.',
    hint: `The operations are ${operations.map(({ endpoint }) => endpoint).join(', ')}.`,
    notCovered: 'no request to the API in the traffic',
    check: ({ call, urlClass, exchange: { request } }) => {
      if (call) return 'pass';
      if (urlClass.kind !== 'api') return undefined;
      return {
        severity: 'fail',
        message: 'the client requests an operation that is not documented',
        expected: 'one of the seven operations',
        actual: `${request.method} ${urlClass.path}`,
      };
    },
  }),
  createClientRule({
    id: 'client/uses-documented-version',
    sections: ['9'],
    level: 'must',
    title: `A client uses URLs below ${basePath}`,
    hint: `Use a base URL that ends in ${basePath}.`,
    notCovered: 'no request to the API in the traffic',
    check: ({ urlClass }) => {
      if (urlClass.kind !== 'other-version') return 'pass';
      return {
        severity: 'fail',
        message: 'the client uses another version prefix, or none',
        expected: `${basePath}/…`,
        actual: urlClass.path,
      };
    },
  }),
];

/** Fields such as `templateId`, in a request without `template_id`. */
function findMisnamedFields({ requestBody }: Call, documented: readonly string[]): readonly RequestFinding[] {
  const body = getJson(requestBody);
  if (!isObject(body)) return [];
  const names = Object.keys(body);
  return documented.flatMap((field) => {
    if (names.includes(field)) return [];
    const misnamed = names.find(
      // A limit, because a client can send any name, and logs contain it.
      (name) => name.length <= 2 * field.length && removeCase(name) === removeCase(field),
    );
    if (misnamed === undefined) return [];
    const message = `${misnamed} is not in the interface; did you mean ${field}?`;
    return [{ severity: 'info', message, documentedField: field }];
  });
}

/** The same text for `template_id`, `templateId`, `TemplateID` and `template-id`. */
const removeCase = (name: string): string => name.replace(/[-_ ]/g, '').toLowerCase();

function checkStringFields(
  { requestBody, operation }: Call,
  stringFields: readonly string[],
): RequestFinding | 'pass' | undefined {
  if (requestBody.kind !== 'json') return undefined;
  const fail = (expected: string, actual: unknown): RequestFinding => ({
    severity: 'fail',
    message: `the client sends ${operation} a field of another type`,
    expected,
    actual,
  });
  if (!isObject(requestBody.value))
    return {
      severity: 'fail',
      message: `the client sends ${operation} a body that is not an object`,
      expected: 'an object',
      actual: requestBody.value,
    };
  for (const name of stringFields) {
    const value = getField(requestBody.value, name);
    // The spec does not say whether null means missing.
    if (value !== undefined && value !== null && typeof value !== 'string')
      return fail(`a string in ${name}`, { [name]: value });
  }
  return 'pass';
}
