/** Parses the base URL of a deployment, once for every command and function: all requests use the result. */
import { basePath } from '../../generated/routes.js';
import { UserError } from '../../base/user-error.js';

/**
 * The base URL of a service, ending in /api/v1.
 * @throws UserError that shows the correct URL. It never contains a key
 */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError('invalid-option', 'The base URL is not an HTTP URL.', {
      hint: `Expected a URL such as https://host.example${basePath}.`,
    });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UserError('invalid-option', 'The base URL has more than an origin and a path.', {
      hint: 'Remove user names, passwords, queries and fragments. The key belongs in --api-key, the user of a gateway in --basic-auth; in code, in `apiKey` and `headers`.',
    });
  }
  // The normalized text: `new URL` accepts blanks, missing slashes and dot segments, which a request line must not contain.
  const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  if (baseUrl.endsWith(basePath)) return baseUrl;
  throw baseUrlError(baseUrl);
}

/** Such as `/api/v2`. */
const OTHER_VERSION = /\/api\/v(?!1(?:\/|$))\d[^/]*(?=\/|$)/;
/** The start of a base path, or a base path with the path of an operation. */
const PARTIAL_BASE_PATH = /\/api(?:\/v1\/.*)?$/;

function baseUrlError(baseUrl: string): UserError {
  const version = OTHER_VERSION.exec(baseUrl)?.[0];
  if (version !== undefined)
    return new UserError(
      'invalid-option',
      `The base URL contains ${version}, but the spec describes only version v1, below ${basePath} (section 9).`,
      {
        hint: `If the service also serves v1, use ${baseUrl.slice(0, baseUrl.indexOf(version))}${basePath}. Deckhand cannot check another version.`,
      },
    );
  return new UserError('invalid-option', `The base URL does not end in ${basePath}.`, {
    hint: `Did you mean ${baseUrl.replace(PARTIAL_BASE_PATH, '')}${basePath}?`,
  });
}
