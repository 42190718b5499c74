/** A sample report of a recording, with a rule that a client breaks. */
import { failing, passing, report } from './samples.js';

/** A recording through a gateway, in which a client and the service break a rule each. */
export const recording = report({
  outcome: 'fail',
  reason: '3 of 9 response bodies are missing',
  target: 'session.har',
  evidence: {
    minimum: { name: 'recording', required: [], raised: [], lowered: [] },
    missing: [{ topic: 'recording', why: '3 of 9 response bodies are missing' }],
    unexamined: [],
    missingParts: ['3 of 9 response bodies are missing'],
  },
  access: {
    basicAuth: true,
    headers: ['X-Gate'],
    ca: 'company.pem',
    clientCertificate: { cert: 'client.pem', key: 'client-key.pem' },
  },
  gateways: [
    { status: 407, requests: 1 },
    { status: 502, requests: 2 },
  ],
  rules: [
    {
      ...failing,
      findings: [
        {
          kind: 'fail',
          message: 'a reply moves another job',
          expected: 'generating',
          exchange: 7,
          about: 4,
          times: 2,
        },
        { kind: 'warn', message: 'the job is late', exchange: 5, reproduce: ['curl -i one', 'curl -i two'] },
      ],
    },
    {
      id: 'client/stops-when-completed',
      sections: ['3', '4.5'],
      level: 'must',
      outcome: 'fail',
      title: 'A client stops polling a completed job',
      reading: 'A second tab, a reload and a person may each poll once more.',
      hint: 'Stop the timer when the status is completed.',
      findings: [
        {
          kind: 'fail',
          message: 'the client keeps polling job gen_1 after status completed',
          expected: 'no poll after completed',
          actual: '3 more, the last 9 s after it',
          inWords: ['expected', 'actual'],
          client: 'app/1.0, key 1a2b3c4d',
          exchange: 6,
          exchanges: [5, 6],
          offenders: [6],
        },
      ],
    },
    ...passing.map((rule) => ({ ...rule, more: 2 })),
  ],
});
