/** How the requests reached the target, in sentences: proxy, added headers, certificates, gateway responses. */
import { pluralize } from '../../base/text/pluralize.js';
import type { Report, TargetConnection } from '../report/report.js';

/** One sentence for each part, the warning first. Empty for a direct connection. */
export function formatConnection(connection: TargetConnection): readonly string[] {
  const { insecure, proxy, headers = [], basicAuth, clientCertificate, ca } = connection;
  return [
    ...(insecure ? ['INSECURE: TLS certificates were not verified (--insecure).'] : []),
    ...(proxy === undefined ? [] : [`Through the proxy ${proxy}.`]),
    ...(headers.length === 0 ? [] : [`With added headers: ${headers.join(', ')}.`]),
    ...(basicAuth ? ['With basic authentication for a gateway.'] : []),
    ...(usesAuthorization(connection)
      ? ['A gateway uses the Authorization header, so the key was sent in x-api-key only.']
      : []),
    ...(clientCertificate ? ['With a client certificate.'] : []),
    ...(ca === undefined ? [] : ['With additional CA certificates (--ca).']),
  ];
}

const usesAuthorization = ({ headers = [], basicAuth }: TargetConnection): boolean =>
  basicAuth === true || headers.some((name) => name.toLowerCase() === 'authorization');

/** `3 responses came from a gateway, not from the service (2 × 502, 407). They are not judged.`; empty without any. */
export function formatGatewayResponses({
  gatewayResponses,
}: Pick<Report, 'gatewayResponses'>): readonly string[] {
  if (gatewayResponses.length === 0) return [];
  const all = gatewayResponses.reduce((sum, { requests }) => sum + requests, 0);
  const statuses = gatewayResponses.map(({ status, requests }) =>
    requests === 1 ? `${status}` : `${requests} × ${status}`,
  );
  return [
    `${pluralize(all, 'response')} came from a gateway, not from the service (${statuses.join(', ')}). ${all === 1 ? 'It is' : 'They are'} not judged.`,
  ];
}
