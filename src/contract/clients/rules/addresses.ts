/** Rules about the addresses that a client requests: documented operations of the documented version. Sections 4, 9. */
import { basePath } from '../../../generated/routes.js';
import { operations } from '../../rows/operations.js';
import { clientRule, type ClientRule } from '../client-rule.js';

export const addressRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/asks-for-documented-operations',
    sections: ['4'],
    level: 'must',
    title: 'A client requests only documented operations',
    reading: 'OPTIONS and HEAD are not judged: browsers send OPTIONS on their own.',
    hint: `The operations are ${operations.map(({ endpoint }) => endpoint).join(', ')}.`,
    notReached: 'not seen: a client sent a request to the API',
    check: ({ call, destination, exchange: { request } }) => {
      if (call) return 'kept';
      if (destination.kind !== 'api') return undefined;
      return {
        kind: 'fail',
        message: 'the client requests an operation that is not documented',
        expected: 'one of the seven operations',
        actual: `${request.method} ${destination.path}`,
      };
    },
  }),
  clientRule({
    id: 'client/asks-for-the-documented-version',
    sections: ['9'],
    level: 'must',
    title: `A client uses addresses below ${basePath}`,
    hint: `Use a base address that ends in ${basePath}.`,
    notReached: 'not seen: a client sent a request to the API',
    check: ({ destination }) => {
      if (destination.kind !== 'other-version') return 'kept';
      return {
        kind: 'fail',
        message: 'the client requests another version than the documented one, or none',
        expected: `${basePath}/…`,
        actual: destination.path,
      };
    },
  }),
];
