/** How to connect to an origin: directly, through a CONNECT tunnel, or through an HTTP proxy. Paths and headers stay unchanged. */
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { displayProxyUrl, findEnvProxy, proxyAuthorization } from './env-proxy.js';
import { speaksTls, TLS_PORT_REASON } from './tls-probe.js';
import { createTlsSettings, type TlsOptions, type TlsSettings } from './tls-context.js';

/** The limit for the headers of one message. */
export const MAX_HEADER_BYTES = 65_536;

export interface RouteRequest {
  readonly method: string;
  /** The target of the request line, unchanged. */
  readonly path: string;
  /** Names and values in turn, or by name. */
  readonly headers: readonly string[] | OutgoingHttpHeaders;
  readonly maxHeaderSize: number;
  /** Milliseconds without data after which the request emits `timeout`. */
  readonly timeout?: number;
}

export interface ConnectionRoute {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** The URL of the proxy, without its credentials. */
  readonly proxy?: string;
  /**
   * A pool of kept-alive connections.
   * @param maxSockets the number of connections at the same time; default: no limit
   */
  readonly newAgent: (maxSockets?: number) => HttpAgent;
  /**
   * Opens a request. If a proxy rejects a tunnel, the request emits `proxyConnect` with a status other than 200 before
   * its response, which is then the response of the proxy.
   * @param agent one of `newAgent`
   * @throws if Node cannot send the path or a header
   */
  readonly request: (outgoing: RouteRequest, agent: HttpAgent) => ClientRequest;
  /**
   * Looks up why the target closed a connection without a response, once, unless it has responded before.
   * @returns undefined if there is nothing to look up
   */
  readonly explainClose: () => Promise<string | undefined> | undefined;
}

/**
 * @param url any URL of the target
 * @throws UserError if the environment names a proxy that cannot be used, or for invalid certificates
 */
export async function resolveRoute(url: string, options: TlsOptions = {}): Promise<ConnectionRoute> {
  const target = new URL(url);
  const isSecure = target.protocol === 'https:';
  const proxy = findEnvProxy(url);
  if (!proxy) return createDirectRoute(url, options);
  const isProxySecure = proxy.protocol === 'https:';
  const tlsOptions = isSecure || isProxySecure ? createTlsSettings(options) : undefined;
  if (!isSecure) return createProxyRoute(target, proxy, createAgentFactory(isProxySecure, tlsOptions));
  const { HttpsProxyAgent } = await import('https-proxy-agent');
  const newAgent: ConnectionRoute['newAgent'] = (maxSockets) =>
    new HttpsProxyAgent(proxy, { ...tlsOptions, ...agentOptions(maxSockets) });
  // Node reads the settings of the connection inside the tunnel from the request. `secureEndpoint` names the pool of the tunnel.
  return createRoute(target, newAgent, { ...tlsOptions, secureEndpoint: true }, displayProxyUrl(proxy));
}

/** A route without a proxy, which ignores the environment. */
export function createDirectRoute(url: string, options: TlsOptions = {}): ConnectionRoute {
  const target = new URL(url);
  const isSecure = target.protocol === 'https:';
  return createRoute(
    target,
    createAgentFactory(isSecure, isSecure ? createTlsSettings(options) : undefined),
    {},
  );
}

function createAgentFactory(
  isSecure: boolean,
  tlsOptions: TlsSettings | undefined,
): ConnectionRoute['newAgent'] {
  const Agent = isSecure ? HttpsAgent : HttpAgent;
  return (maxSockets) => new Agent({ ...tlsOptions, ...agentOptions(maxSockets) });
}

const agentOptions = (maxSockets: number | undefined) =>
  ({ keepAlive: true, scheduling: 'lifo', ...(maxSockets !== undefined && { maxSockets }) }) as const;

function createRoute(
  target: URL,
  newAgent: ConnectionRoute['newAgent'],
  tlsOptions: object,
  proxy?: string,
): ConnectionRoute {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const { host, port } = hostAndPort(target);
  const address = { host, port, ...tlsOptions };
  let isExplained = target.protocol === 'https:';
  let explanation: Promise<string | undefined> | undefined;
  return {
    origin: target.origin,
    ...(proxy !== undefined && { proxy }),
    newAgent,
    request(outgoing, agent) {
      const request = send({ ...address, ...outgoing, agent });
      request.once('response', () => (isExplained = true));
      return request;
    },
    explainClose() {
      if (isExplained) return undefined;
      return (explanation ??= speaksTls(host, port).then((isTls) => {
        isExplained = !isTls;
        return isTls ? TLS_PORT_REASON : undefined;
      }));
    },
  };
}

/** Requests to an HTTP target have the complete URL in their request line (RFC 9112, 3.2.2). */
function createProxyRoute(target: URL, proxy: URL, newAgent: ConnectionRoute['newAgent']): ConnectionRoute {
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const address = hostAndPort(proxy);
  const authorization = proxyAuthorization(proxy);
  const proxyHeaders: (readonly [string, string])[] = [['Host', target.host]];
  if (authorization !== undefined) proxyHeaders.push(['Proxy-Authorization', authorization]);
  return {
    origin: target.origin,
    proxy: displayProxyUrl(proxy),
    newAgent,
    explainClose: () => undefined,
    request: ({ path, headers, ...outgoing }, agent) =>
      send({
        ...address,
        ...outgoing,
        path: path.startsWith('/') ? target.origin + path : target.origin,
        headers: addMissingHeaders(headers, proxyHeaders),
        agent,
      }),
  };
}

/** Adds headers that the request does not have. */
function addMissingHeaders(
  headers: RouteRequest['headers'],
  defaults: readonly (readonly [string, string])[],
): RouteRequest['headers'] {
  const isFlat = isFlatList(headers);
  const names = isFlat ? headers.filter((_, index) => index % 2 === 0) : Object.keys(headers);
  const present = new Set(names.map((name) => name.toLowerCase()));
  const missing = defaults.filter(([name]) => !present.has(name.toLowerCase()));
  return isFlat ? [...missing.flat(), ...headers] : { ...Object.fromEntries(missing), ...headers };
}

const isFlatList = (headers: RouteRequest['headers']): headers is readonly string[] => Array.isArray(headers);

const hostAndPort = ({ hostname, port, protocol }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});
