import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { nodeAt } from '../../../src/learn/imitate/expectations.js';
import { imitate } from '../../../src/learn/imitate/imitate.js';
import { applyOverlay } from '../../../src/learn/overlay/apply.js';
import { writeOverlay } from '../../../src/learn/overlay/write.js';
import { redocly } from '../../../openapi/lint/redocly.js';
import { contractDocument, learnFrom, mockService, plainService } from '../services.js';
import { tour } from '../tour.js';

const json = { 'content-type': 'application/json' };

/** A service whose errors look different for each status. */
const service = plainService([
  {
    wire: (honest, { operation }) => {
      if (honest.status === 401)
        return { ...honest, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>Who?</p>') };
      if (honest.status === 409) return { ...honest, status: 410, headers: {}, body: Buffer.alloc(0) };
      if (honest.status === 400)
        return {
          ...honest,
          headers: json,
          body: Buffer.from(`{"fault":"bad","where":"${operation ?? ''}"}`),
        };
      return honest;
    },
  },
]);
const report = learnFrom(await tour(service));
const { document } = applyOverlay(contractDocument, writeOverlay(report, '0'));
const contentOf = (component: string) => nodeAt(document, ['components', 'responses', component, 'content']);

test('each status has its own media type and body in the document', () => {
  expect(contentOf('Unauthorized')).toEqual({ 'text/html': { schema: { type: 'string' } } });
  expect(contentOf('BadRequest')).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/Problem400' } },
  });
  expect(nodeAt(document, ['components', 'schemas', 'Problem400'])).toMatchObject({
    required: ['fault', 'where'],
  });
  const notFound = nodeAt(document, ['components', 'schemas', 'Problem404', 'properties']);
  expect(notFound).not.toHaveProperty('fault');
});

test('a status that the document does not list becomes a response of its own', () => {
  const message = ['paths', '/presentations/generate/{generationId}/message', 'post', 'responses', '410'];
  expect(nodeAt(document, message)).toEqual({ $ref: '#/components/responses/Refusal410' });
  expect(contentOf('Refusal410')).toEqual({});
});

test('the document stays valid OpenAPI', async () => {
  const text = stringify(document, { aliasDuplicateObjects: false });
  const problems = await redocly('overlaid.yaml', text);
  expect(problems.filter(({ expected }) => !/no-unused-components/.test(expected))).toEqual([]);
});

test('a stand-in gives each error the body of its status', async () => {
  const { reshape } = imitate(document);
  const { send } = mockService(reshape);
  const path = '/api/v1/templates';
  const none = await send({ method: 'GET', path, headers: {} });
  expect([none.status, Object.fromEntries(none.headers)['Content-Type']]).toEqual([401, 'text/html']);
  const unknown = await send({
    method: 'GET',
    path: '/api/v1/presentations/none',
    headers: { 'x-api-key': 'deckhand-dev-key' },
  });
  expect(unknown.status).toBe(404);
  expect(JSON.parse(unknown.text)).not.toHaveProperty('fault');
});
