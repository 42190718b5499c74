/** Rules about how a client sends its key. Section 5. */
import { headerOf } from '../../../journal/exchange.js';
import { pathOf } from '../../../base/url-path.js';
import { clientRule, type ClientRule } from '../client-rule.js';

const SECTION = ['5'];
/** Each recording has marks in place of keys and of values whose names say that they are secret. */
const MARK_START = '[redacted';
const userInfo = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*@/i;

export const keyRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/sends-the-key-in-a-header',
    sections: SECTION,
    level: 'must',
    title: 'A client sends its key in the header Authorization (Bearer) or x-api-key',
    reading:
      'Journals may omit credentials, so a request without a key counts only if the service refused it.',
    hint: 'Send `Authorization: Bearer KEY` or `x-api-key: KEY` with every request.',
    notReached: 'not seen: a request whose headers were recorded',
    check: ({ client, exchange: { request, response } }) => {
      if (client.by.via === 'not-recorded') return undefined;
      if (client.by.via !== 'none' && client.by.key !== '') return 'kept';
      if (response?.status !== 401 && response?.status !== 403) return undefined;
      const other = headerOf(request.headers, 'authorization');
      const scheme = /^\S+(?= )/.exec(other ?? '')?.[0];
      return {
        kind: 'fail',
        message:
          other === undefined
            ? 'the client sends a request without a key'
            : 'the client sends its key in a form that is not documented',
        expected: 'Authorization: Bearer KEY, or x-api-key: KEY',
        actual: other === undefined ? 'neither header' : `Authorization: ${scheme ?? ''} …`,
      };
    },
  }),
  clientRule({
    id: 'client/keeps-the-key-out-of-addresses',
    sections: SECTION,
    level: 'must',
    title: 'A client never puts its key into an address',
    reading:
      'Addresses end up in logs, histories and referrers. The interface documents only the two headers. A password before ' +
      'the host is only observed: it may belong to a proxy.',
    hint: 'Send the key in a header instead of the URL. Replace the key, because logs may contain it.',
    notReached: 'not seen: a client sent a request to the API',
    check: ({ exchange: { request }, client }) => {
      const { url } = request;
      const { key } = client.by;
      const holds = key !== undefined && key.length >= 8 && url.includes(key);
      // A redacted password before the host has a mark, too.
      if (!holds && !url.replace(userInfo, '').includes(MARK_START))
        return userInfo.test(url)
          ? { kind: 'observed', message: 'the client sends a password in an address' }
          : 'kept';
      return {
        kind: 'fail',
        message: 'the client sends a key in an address',
        expected: 'a key only in a header',
        actual: pathOf(url).includes(MARK_START) ? 'in the path' : 'in the query',
      };
    },
  }),
  clientRule({
    id: 'client/sends-one-key-at-a-time',
    sections: SECTION,
    level: 'must',
    title: 'A client sends one key with each request',
    reading:
      'Both headers with the same key count as one key. With two keys, it is open which one the service uses.',
    hint: 'Use only one of the two headers.',
    notReached: 'not seen: a request had a key',
    check: ({ client, exchange: { request } }) => {
      if (client.by.via === 'none' || client.by.via === 'not-recorded') return undefined;
      const plain = headerOf(request.headers, 'x-api-key');
      // Redaction replaces the values of both headers with the same mark.
      if (client.by.via !== 'both' || plain === client.by.key) return 'kept';
      return {
        kind: 'fail',
        message: 'the client sends two keys with one request',
        expected: 'one key, in one of the two headers',
        actual: 'different keys in the two headers',
      };
    },
  }),
];
