/** How the requests of a run reached their target, in sentences. Readers of a report must know when certificates were not checked. */
import type { Access } from './model.js';

/** One sentence for each part, the warning first. Empty for a direct connection. */
export function accessLines(access: Access): readonly string[] {
  const { insecure, proxy, headers = [], basicAuth, clientCertificate, ca } = access;
  return [
    ...(insecure
      ? [
          'INSECURE: no certificate was checked (--insecure). Another machine could have answered, or read the keys.',
        ]
      : []),
    ...(proxy === undefined ? [] : [`Through the proxy ${proxy}.`]),
    ...(headers.length === 0 ? [] : [`With added headers: ${headers.join(', ')}.`]),
    ...(basicAuth ? ['With basic authentication for a gateway.'] : []),
    ...(takesAuthorization(access)
      ? ['A gateway uses the Authorization header, so the key was sent in x-api-key only.']
      : []),
    ...(clientCertificate ? ['With a certificate of the client.'] : []),
    ...(ca === undefined ? [] : ['With certificates that --ca adds.']),
  ];
}

const takesAuthorization = ({ headers = [], basicAuth }: Access): boolean =>
  basicAuth === true || headers.some((name) => name.toLowerCase() === 'authorization');

/** The options of curl that send a request the same way. The proxy comes from the environment, as in the run. */
export function curlAccess({ insecure, ca, clientCertificate }: Access): readonly string[] {
  return [
    ...(insecure ? ['-k'] : []),
    ...(ca === undefined ? [] : ['--cacert', ca]),
    ...(clientCertificate ? ['--cert', clientCertificate.cert, '--key', clientCertificate.key] : []),
  ];
}
