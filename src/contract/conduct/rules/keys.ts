/** Where a client puts its key. Section 5. */
import { headerOf } from '../../../journal/exchange.js';
import { pathOf } from '../../trace/operation.js';
import type { ConductRule } from '../rule.js';

const SECTION = ['5'];
/** A field of an address that is a key, or the mark that stands in a key's place. */
const keyField = /[?&](?:x[-_])?(?:api[-_]?key|access[-_]?token|token|authorization|auth)=[^&#]/i;
const userInfo = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*@/i;
const keyMark = /\[redacted|%5Bredacted/i;

export const keyConductRules: readonly ConductRule[] = [
  {
    id: 'client/sends-the-key-in-a-header',
    sections: SECTION,
    level: 'must',
    title: 'A client sends its key in Authorization (as Bearer) or in x-api-key',
    reading:
      'Journals may leave credentials out, so a request without one counts when the service refused it.',
    hint: 'Send `Authorization: Bearer KEY` or `x-api-key: KEY` with every request.',
    notReached: 'nothing was asked',
    judge: ({ call, client, exchange: { request, response } }) => {
      if (!call) return undefined;
      if (client.by.via !== 'none' && client.by.key !== '') return 'kept';
      if (response?.status !== 401 && response?.status !== 403) return undefined;
      const other = headerOf(request.headers, 'authorization');
      const scheme = /^\S+(?= )/.exec(other ?? '')?.[0];
      return {
        kind: 'fail',
        message:
          other === undefined ? 'a request carries no key' : 'a key is sent in another form than documented',
        expected: 'Authorization: Bearer KEY, or x-api-key: KEY',
        actual: other === undefined ? 'neither header' : `Authorization: ${scheme ?? ''} …`,
      };
    },
  },
  {
    id: 'client/keeps-the-key-out-of-addresses',
    sections: SECTION,
    level: 'must',
    title: 'A client puts its key in no address',
    reading:
      'Addresses end up in logs, histories and referrers; the interface knows two headers and nothing else.',
    hint: 'Take the key out of the URL and send it in a header. Make a new key: this one is in logs by now.',
    notReached: 'nothing was asked',
    judge: ({ exchange: { request }, client }) => {
      const { url } = request;
      const { key } = client.by;
      const holds = key !== undefined && key.length >= 8 && url.includes(key);
      if (!holds && !keyField.test(url) && !userInfo.test(url) && !keyMark.test(url)) return 'kept';
      return {
        kind: 'fail',
        message: 'a key stands in an address',
        expected: 'a key in a header only',
        actual: userInfo.test(url) ? 'before the host' : keyField.test(url) ? 'in the query' : whereIn(url),
      };
    },
  },
  {
    id: 'client/sends-one-key-at-a-time',
    sections: SECTION,
    level: 'must',
    title: 'A client sends one key with a request',
    reading:
      'Either header will do, and both with the same key are one key. With two keys it is open who asks.',
    hint: 'Choose one of the two headers.',
    notReached: 'no request had a key',
    judge: ({ call, client, exchange: { request } }) => {
      if (!call || client.by.via === 'none') return undefined;
      const plain = headerOf(request.headers, 'x-api-key');
      // Redaction puts one mark in the place of whatever the headers held.
      if (client.by.via !== 'both' || plain === client.by.key) return 'kept';
      return {
        kind: 'fail',
        message: 'a request carries two keys',
        expected: 'one key, in one of the two headers',
        actual: 'another key in either header',
      };
    },
  },
];

function whereIn(url: string): string {
  return pathOf(url).includes('redacted') ? 'in the path' : 'in the query';
}
