/**
 * Checks the responses of the stand-in against the contract with an overlay. It compiles validators at run time, so it is
 * for Node and not for browsers.
 */
import { pointerPart } from '../base/json-pointer.js';
import { routes } from '../generated/routes.js';
import type { ApiResponse } from '../service/response.js';

/**
 * The mistake in a response, in one line; `undefined` when there is none, or when a fault of the scenario made the response.
 */
export type ResponseCheck = (response: ApiResponse) => string | undefined;

/** @param document the contract with the overlay applied */
export async function overlayCheck(document: unknown): Promise<ResponseCheck> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ownProperties: true });
  ajv.addSchema({ ...(document as object), $id: 'contract' });
  return ({ notes, status, headers, body }) => {
    const operation = operations.get(notes.operationId ?? '');
    const media = headers['Content-Type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (notes.fault !== undefined || body === '' || !operation || !/\bjson$/.test(media)) return undefined;
    const at = schemaOf(document, [...operation, 'responses'], String(status), media);
    const validate =
      at &&
      ajv.getSchema(`contract#${at.map((name) => `/${encodeURIComponent(pointerPart(name))}`).join('')}`);
    const name = notes.operationId ?? 'no operation';
    if (!validate) return `${name} answered ${status}, of which the document with the overlay says nothing`;
    if (validate(valueOf(body))) return undefined;
    const faults = (validate.errors ?? [])
      .slice(0, 5)
      .map(({ instancePath, message = '' }) => `${instancePath || 'the body'} ${message}`);
    return `${name} answered ${status} with a body that the overlay does not allow: ${faults.join('; ')}`;
  };
}

const operations = new Map(
  routes.map(({ operationId, method, path }) => [
    operationId as string,
    ['paths', path, method.toLowerCase()],
  ]),
);

/** The path to the schema of a response body. */
function schemaOf(
  document: unknown,
  responses: readonly string[],
  status: string,
  type: string,
): readonly string[] | undefined {
  const known = at(document, responses);
  const own = [...responses, Object.hasOwn(Object(known) as object, status) ? status : 'default'];
  const reference = at(document, [...own, '$ref']);
  const response = typeof reference === 'string' ? reference.slice(2).split('/') : own;
  const medias = Object.keys(Object(at(document, [...response, 'content'])) as object);
  const media = medias.find((one) => one === type) ?? medias[0];
  return media === undefined ? undefined : [...response, 'content', media, 'schema'];
}

function at(document: unknown, path: readonly string[]): unknown {
  return path.reduce((node: unknown, name) => (Object(node) as Record<string, unknown>)[name], document);
}

/** The parsed body. A body that is not JSON is checked as a string. */
function valueOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
