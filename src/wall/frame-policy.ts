/** Adds a policy to every response of the wall itself, so that no other page can embed it. Responses of the app get theirs with their headers. */
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

const HEADER = 'content-security-policy';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** @param wall the origin of the wall's page */
export const framePolicy = (wall: string): string => `frame-ancestors 'self' ${wall}`;

/** All policies of a response apply, so this one is added to its others. */
export function addFramePolicy(response: ServerResponse, policy: string): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, reason?: string | Headers, headers?: Headers): ServerResponse => {
    const [text, given = {}] =
      typeof reason === 'string' ? [reason, headers] : [undefined, headers ?? reason];
    const all = withPolicy(given, policy);
    return text === undefined ? writeHead(status, all) : writeHead(status, text, all);
  };
}

function withPolicy(headers: Headers, policy: string): Headers {
  if (Array.isArray(headers)) return headers.includes(policy) ? headers : [...headers, HEADER, policy];
  const name = Object.keys(headers).find((one) => one.toLowerCase() === HEADER) ?? HEADER;
  return { ...headers, [name]: [headers[name] ?? [], policy].flat().map(String) };
}
