/** Requests that a run sends besides the documented ones: what they find, and that a near and conforming service is not accused. */
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/judge/index.js';
import { formatReport } from '../../../src/judge/render/text.js';
import { mutants } from '../../mutants/mutants.js';
import { otherPaths } from '../../mutants/catalogue/other-paths.js';
import { patchedFields } from '../../mutants/catalogue/patched-fields.js';
import { sameInstant } from '../../mutants/catalogue/same-instant.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';
import { refuse } from '../../reference-service/operations.js';
import { formatFailures } from '../../validation/run-case.js';
import { otherRequests } from '../../variants/catalogue/other-requests.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

const findingsOf = (report: Report, outcome: 'fail' | 'warn'): readonly string[] =>
  report.rules
    .filter((rule) => rule.outcome === outcome)
    .map(({ id, findings }) => `${id}: ${findings[0]?.message ?? ''}`);

test.each(otherPaths)('$title One rule says so, at each rate', async ({ hooks }) => {
  for (const requestsPerMinute of [0, 20]) {
    const { report } = await verifyInVirtualTime([hooks], [], { requestsPerMinute });
    expect(findingsOf(report, 'fail')).toEqual([
      expect.stringMatching(
        /^auth\/rejects-missing-key-on-every-path: \w+ \/.+ without a key if its path (?:ends|begins|has) /,
      ),
    ]);
  }
});

test('a presentation that was created without a key is found by its Location, too', async () => {
  const locationOnly: ServiceHooks = {
    editResponse: (original, { operation, presentation }) =>
      operation === 'createPresentation' && original.status === 201
        ? {
            status: 201,
            headers: { location: `/api/v1/presentations/${String(presentation?.resource['id'])}` },
          }
        : original,
  };
  const open = otherPaths.filter(({ id }) => id.startsWith('create-')).map(({ hooks }) => hooks);
  const { report } = await verifyInVirtualTime([...open, locationOnly]);
  expect(findingsOf(report, 'fail')).toEqual([
    expect.stringContaining('POST /presentations creates a presentation without a key'),
  ]);
});

test('a title that the service rejects is sent again in plain letters, and nothing is noted', async () => {
  const noApostrophes = otherRequests.filter(({ id }) => id === 'title-letters-no-apostrophes');
  const { report } = await verifyInVirtualTime(noApostrophes.map(({ hooks }) => hooks));
  expect(report.outcome).toBe('pass');
  expect(report.notes).toEqual([]);
});

test.each([
  ['patch-changes-url', 'warn', 'rename/keeps-other-fields: a PATCH changes url'],
  ['patch-changes-created-at', 'warn', 'rename/keeps-other-fields: a PATCH changes created_at'],
  ['patch-changes-workspace-id', 'warn', 'rename/keeps-other-fields: a PATCH changes workspace_id'],
  [
    'patch-with-workspace-id-moves-the-presentation',
    'fail',
    'rename/keeps-id: a PATCH with workspace_id takes the presentation away from its key',
  ],
  [
    'etag-stays-after-a-rename',
    'warn',
    'rename/ends-not-modified: a conditional GET returns 304 although the title has changed',
  ],
  [
    'fetch-returns-xml-to-any-media-type',
    'fail',
    'response/success-body-is-json: a successful response has a body that is not JSON (Accept: */*)',
  ],
  [
    'fetch-returns-xml-without-accept',
    'fail',
    'response/success-body-is-json: a successful response has a body that is not JSON (the request has no Accept header)',
  ],
  [
    'starts-at-the-same-instant-share-a-job',
    'fail',
    'start/unique-generation-id: two starts return the same generation_id',
  ],
  [
    'renames-at-the-same-instant-are-mixed',
    'fail',
    'rename/concurrent-renames: two renames at the same instant store a third title',
  ],
  [
    'renames-at-the-same-instant-are-lost',
    'fail',
    'rename/concurrent-renames: two renames at the same instant have no effect in GET',
  ],
] as const)('%s: %s', async (id, outcome, finding) => {
  const mutant = [...patchedFields, ...sameInstant].find((one) => one.id === id);
  const { report } = await verifyInVirtualTime(mutant ? [mutant.hooks] : []);
  expect(findingsOf(report, outcome)).toContain(finding);
});

test.each(otherRequests)('not accused: $title', async ({ hooks }) => {
  for (const requestsPerMinute of [0, 20]) {
    const { report } = await verifyInVirtualTime([hooks], [], { requestsPerMinute });
    expect(formatFailures(report)).toEqual([]);
    expect(report.outcome).toBe('pass');
  }
});

test('a connection that keeps the key of an earlier request is named, with lines that use one connection', async () => {
  const mutant = mutants.find(({ id }) => id === 'a-connection-keeps-its-key');
  const { report } = await verifyInVirtualTime(mutant ? [mutant.hooks] : []);
  const [finding] = report.rules.find(({ id }) => id === 'auth/rejects-missing-key')?.findings ?? [];
  expect(finding?.message).toMatch(
    /accepts a request without a valid key on a connection that had one before$/,
  );
  expect(finding?.timing?.isOnOneConnection).toBe(true);
  const text = formatReport(report);
  expect(text).toMatch(/ after #\d+, on one connection/);
  expect(text).toMatch(/curl .* --next /);
});

test('without a key that is accepted, no request has a connection of its own', async () => {
  const { exchanges } = await verifyInVirtualTime([]);
  expect(new Set(exchanges.map(({ connection }) => connection))).toEqual(new Set(['1']));
});

const unusualReads = ({ rules }: Report): readonly string[] =>
  rules.find(({ id }) => id === 'unspecified/unusual-reads')?.findings.map(({ message }) => message) ?? [];

describe('what the spec does not show is information', () => {
  test('unusual ids, and HEAD without a key', async () => {
    const { report } = await verifyInVirtualTime([]);
    expect(unusualReads(report)).toEqual([
      'an id in another case → 404',
      'a blank after the id → 404',
      'an id of 300 letters → 404',
    ]);
    const auth = report.rules.find(({ id }) => id === 'unspecified/auth-responses');
    expect(auth?.findings.map(({ message }) => message)).toContain('HEAD without a key → 405');
  });

  test('a media type that the service rejects: the read is sent again for JSON', async () => {
    const onlyJson: ServiceHooks = {
      replaceResponse: ({ headers }) =>
        headers['accept'] === 'application/json' ? undefined : refuse(406, 'JSON only.'),
    };
    const { report, exchanges } = await verifyInVirtualTime([onlyJson]);
    expect(report.outcome).toBe('pass');
    expect(unusualReads(report)).toContain('Accept: */* → 406');
    expect(exchanges.filter(({ response }) => response?.status === 406)).toHaveLength(1);
  });
});

test('a smoke run and a read-only run send none of them', async () => {
  for (const kind of [{ smoke: true }, { readOnly: true }]) {
    const { exchanges } = await verifyInVirtualTime([], [], kind);
    const unusual = exchanges.filter(
      ({ request: { method, url } }) =>
        method === 'HEAD' || /\/v1\/\/|%70|PRESENTATIONS|\/$|"(?:url|workspace_id)"/.test(url),
    );
    expect(unusual).toEqual([]);
  }
});

test('after the first change that was carried out, no further one is sent without a key on another path', async () => {
  const allOpen = otherPaths.map(({ hooks }) => hooks);
  const { exchanges } = await verifyInVirtualTime(allOpen);
  const changes = exchanges.filter(
    ({ request: { method, url, headers } }) =>
      method !== 'GET' &&
      method !== 'HEAD' &&
      /\/v1\/\/|PRESENTATIONS|\/presentations\/$/.test(url) &&
      headers.every(([name]) => name !== 'authorization' && name !== 'x-api-key'),
  );
  expect(changes.map(({ response }) => response?.status)).toEqual([202]);
});
