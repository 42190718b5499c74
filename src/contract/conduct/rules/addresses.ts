/** What a client asks for: documented operations of the documented version. Sections 4 and 9. */
import { basePath } from '../../../generated/routes.js';
import { operations } from '../../rules/names.js';
import type { ConductRule } from '../rule.js';

export const addressRules: readonly ConductRule[] = [
  {
    id: 'client/asks-for-documented-operations',
    sections: ['4'],
    level: 'must',
    title: 'A client uses documented operations only',
    reading: 'What browsers ask by themselves (OPTIONS), and HEAD, are no operations.',
    hint: `There are ${operations.map(({ text }) => text).join(', ')}.`,
    notReached: 'nothing was asked',
    judge: ({ call, place, exchange: { request } }) => {
      if (call) return 'kept';
      if (place.kind !== 'api') return undefined;
      return {
        kind: 'fail',
        message: 'an operation is asked for that is not documented',
        expected: 'one of the seven operations',
        actual: `${request.method} ${place.path}`,
      };
    },
  },
  {
    id: 'client/asks-for-the-documented-version',
    sections: ['9'],
    level: 'must',
    title: `A client asks below ${basePath}`,
    hint: `The base address ends in ${basePath}.`,
    notReached: 'nothing was asked',
    judge: ({ call, place }) => {
      if (place.kind !== 'other-version') return call ? 'kept' : undefined;
      return {
        kind: 'fail',
        message:
          place.version === undefined
            ? 'a request has no version in its path'
            : 'a request is for a version that is not described',
        expected: `${basePath}/…`,
        actual: place.path,
      };
    },
  },
];
