/** The coverage of the sample reports: items of every kind, seen and not seen. */
import type { Coverage } from '../../../src/contract/index.js';

export const coverage: Coverage = {
  operations: [
    { name: 'GET /templates', sections: ['4.1'], seen: 'yes', note: 'returned 200 (3 times), 401' },
    { name: 'PATCH /presentations/{id}', sections: ['4.7'], seen: 'partly', note: 'returned 404' },
  ],
  statuses: [
    {
      name: '429, of any operation',
      sections: ['7', '8'],
      seen: 'no',
      note: 'no request met a rate limit (--probe-rate-limit)',
    },
  ],
  states: [
    { name: 'generating', sections: ['3'], seen: 'yes', note: '1 view of 1 job' },
    { name: 'failed', sections: ['3'], seen: 'no', note: 'no job failed (--failure-prompt)' },
  ],
  fields: [
    { name: 'tokens_used, while generating', sections: ['2.2'], seen: 'yes', note: 'in 1 of 1 view' },
    { name: 'error, while failed', sections: ['2.2'], seen: 'no', note: 'no job failed (--failure-prompt)' },
  ],
  sections: [
    { name: '4.1', sections: ['4.1'], seen: 'yes', note: '2 rules' },
    {
      name: '7',
      sections: ['7'],
      seen: 'no',
      note: 'no job failed (--failure-prompt)',
    },
    {
      name: 'The API exports no files.',
      sections: ['1'],
      seen: 'out-of-reach',
      note: 'No request can prove that an undocumented operation does not exist.',
    },
  ],
};

export const emptyCoverage: Coverage = {
  operations: coverage.operations.map((item) => ({ ...item, seen: 'no', note: 'no request was sent' })),
  statuses: [],
  states: [],
  fields: [],
  sections: [],
};
