/** Runs the verbs over HTTP, each by the route that the control document gives it. */
import type { Client } from 'openapi-fetch';
import type { paths } from '../../generated/control-api.js';
import { controlRoutes } from '../../generated/control-routes.js';
import { notFound } from '../../service/control/refuse.js';
import type { ReplyOf, VerbId } from '../../service/control/types.js';
import type { ControlLine, VerbCall } from '../control-line.js';
import { followOverHttp } from './follow-over-http.js';

const routeById = new Map(controlRoutes.map((route) => [route.operationId, route]));

/** The client for a route known at run time only: which reply belongs to it, the verb's types say. */
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

/** What an address cannot carry as a part of its own. */
function refuseNoNames(params: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(params))
    if (/^\.{0,2}$/.test(value)) throw notFound(`${name} "${value}"`);
}
