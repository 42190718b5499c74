import { beforeEach, describe, expect, it } from 'vitest';
import { DEVELOPMENT_KEYS } from '../../../src/app/deckhand.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { EPOCH, ControlHarness } from './control-harness.js';

let harness: ControlHarness;
let id: string;

beforeEach(async () => {
  harness = new ControlHarness();
  id = await harness.job();
  harness.advanceRealTime(1000);
  await harness.poll(id);
  harness.advanceRealTime(1000);
  await harness.poll('gen_nope');
  await harness.api('GET', '/templates');
});

const sequences = async (query: object) =>
  (await harness.run('getJournal', {}, undefined, query)).exchanges.map(({ sequence }) => sequence);

describe('the journal', () => {
  it.each([
    [{}, [1, 2, 3, 4]],
    [{ since: String(EPOCH + 1000) }, [2, 3, 4]],
    [{ operation: 'getGenerationStatus', status: '200', limit: '1' }, [2]],
  ])('shows for %o the exchanges %o', async (query, expected) => {
    expect(await sequences(query)).toEqual(expected);
  });

  it.each([
    [{ operation: 'getGenerationStatu' }, /^operation must be one of listTemplates, .*getGenerationStatus/],
    [{ status: '4x' }, 'status must be a status such as 429, a class such as 5xx, or none'],
    [{ statsu: '404' }, /known fields are operation, status, job, .*\(did you mean status\?\)/],
  ])('rejects a filter that can never match, in process and over HTTP: %o', async (filter, message) => {
    expect(() => harness.deckhand.workspace('ws_dev').journal(filter as object)).toThrow(message);
    const [name] = Object.keys(filter);
    expect(await harness.errorOf('getJournal', {}, undefined, filter)).toBe(`invalid-input /${name}`);
  });

  it('leaves the bodies out on request', async () => {
    const headers = { 'x-api-key': DEVELOPMENT_KEYS.ws_dev };
    await harness.deckhand.fetch(new Request('http://x/api/v1/templates', { headers }));
    const bodies = async (query: object) => {
      const { exchanges } = await harness.run('getJournal', {}, undefined, query);
      return exchanges.filter(({ response }) => response?.body).length;
    };
    expect(await bodies({})).toBe(1);
    expect(await bodies({ include_bodies: 'false' })).toBe(0);
    expect(await harness.errorOf('getJournal', {}, undefined, { include_bodies: 'no' })).toBe(
      'invalid-input /include_bodies',
    );
  });

  it('shows requests that belong to no workspace on request, and clears them on request', async () => {
    const unknownKey = { headers: { 'x-api-key': 'nope' } };
    for (const path of ['/templates', '/templatez'])
      await harness.deckhand.fetch(new Request(`http://x/api/v1${path}`, unknownKey));
    expect(await sequences({})).toEqual([1, 2, 3, 4]);
    expect(await sequences({ include_unassigned: 'true' })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await sequences({ include_unassigned: 'true', status: '401' })).toEqual([5]);
    const { metadata } = await harness.run('getExchange', { sequence: '6' });
    expect([metadata?.problem, metadata?.workspaceId]).toEqual(['unknown_path', undefined]);
    await harness.run('clearJournal');
    expect(await sequences({ include_unassigned: 'true' })).toEqual([5, 6]);
    await harness.run('clearJournal', {}, undefined, { include_unassigned: 'true' });
    expect(await sequences({ include_unassigned: 'true' })).toEqual([]);
  });

  it('is read back from HAR unchanged', async () => {
    const har = await harness.run('getJournalHar', {}, undefined, { status: '2xx' });
    const { exchanges, warnings } = fromHar(har);
    expect(warnings).toEqual([]);
    expect(exchanges.map(({ sequence }) => sequence)).toEqual([1, 2, 4]);
  });
});
