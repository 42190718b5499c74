/** Runs the verbs over HTTP, with the routes of the control document. */
import type { Client } from 'openapi-fetch';
import type { paths } from '../../generated/control-api.js';
import { controlRoutes } from '../../generated/control-routes.js';
import { notFound } from '../../service/control/refuse.js';
import type { ReplyOf, VerbId } from '../../service/control/types.js';
import type { ControlLine, VerbCall } from '../control-line.js';
import { followOverHttp } from './follow-over-http.js';

const routeById = new Map(controlRoutes.map((route) => [route.operationId, route]));

/** The client for a route that is known only at run time. The type of the verb gives the type of the reply. */
type AnyRequest = (method: string, path: string, init: object) => Promise<{ readonly data?: unknown }>;

export function httpLine(client: Client<paths>): ControlLine {
  const request = client.request as AnyRequest;
  return {
    async run<Id extends VerbId>(id: Id, { params = {}, query = {}, body }: VerbCall = {}) {
      const route = routeById.get(id);
      if (!route) throw new Error(`The control document has no ${id}`);
      refuseNoNames(params);
      const { data } = await request(route.method, route.path, { params: { path: params, query }, body });
      return data as ReplyOf<Id>;
    },
    async *follow(workspace, options) {
      refuseNoNames({ workspace });
      yield* followOverHttp(client, workspace, options);
    },
  };
}

/** Refuses values that a URL cannot have as a path segment: empty, `.` and `..`. */
function refuseNoNames(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params))
    if (/^\.{0,2}$/.test(value)) throw notFound(`${name} "${value}"`);
}
