/** Runs the verbs over HTTP, with the routes of the control document. */
import type { Client } from 'openapi-fetch';
import type { paths } from '../generated/control-api.js';
import { controlRoutes } from '../generated/control-routes.js';
import type { ClientErrors } from './client.js';
import type { ControlLine, VerbCall } from './line.js';
import type { ReplyOf, VerbId } from './verb-types.js';

const routeById = new Map(controlRoutes.map((route) => [route.operationId, route]));

/** The client for a route that is known only at run time. The type of the verb gives the type of the reply. */
type AnyRequest = (method: string, path: string, init: object) => Promise<{ readonly data?: unknown }>;

export function httpLine(client: Client<paths>, { notFound }: Pick<ClientErrors, 'notFound'>): ControlLine {
  const request = client.request as AnyRequest;
  /** Refuses values that a URL cannot have as a path segment: empty, `.` and `..`. */
  const refuseNoNames = (params: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(params))
      if (/^\.{0,2}$/.test(value)) throw notFound(`${name} "${value}"`);
  };
  return {
    async run<Id extends VerbId>(id: Id, { params = {}, query = {}, body, signal }: VerbCall = {}) {
      const route = routeById.get(id);
      if (!route) throw new Error(`The control document has no ${id}`);
      refuseNoNames(params);
      const sent = { params: { path: params, query }, body, ...(signal && { signal }) };
      const { data } = await request(route.method, route.path, sent);
      return data as ReplyOf<Id>;
    },
  };
}
