import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/journal/exchange.js';
import { BeyondRecording } from '../../src/playback/beyond-recording.js';
import { checkScenario } from '../../src/scenario/check.js';
import type { ReplayedWorkspace } from '../../src/scenario/replay-file.js';

const checked = checkScenario('replay-1', { title: 'A replay', steps: [{ stay: null }] });
if ('mistakes' in checked) throw new Error('The scenario is valid.');

/** Two jobs: the second has a message, and its end was not recorded. */
const RECORDED: ReplayedWorkspace = {
  requests: { startGeneration: 2, listTemplates: 1 },
  jobs: [
    { messages: 0, until: 9000, ended: true },
    { messages: 1, until: 5000, ended: false },
  ],
  scenario: checked.document,
};

function exchange(
  operationId: string | undefined,
  {
    job,
    at = 0,
    workspaceId = 'ws_dev',
  }: { job?: string; at?: number; workspaceId?: string | undefined } = {},
): Exchange {
  return {
    sequence: 1,
    startedAt: at,
    endedAt: at,
    request: { method: 'GET', url: '/api/v1/templates', headers: [] },
    response: { status: 200, headers: [] },
    notes: {
      ...(operationId !== undefined && { operationId }),
      ...(workspaceId !== '' && { workspaceId }),
      ...(job !== undefined && { generationId: job }),
    },
  };
}

const beyond = (eraOf: () => symbol | undefined = () => undefined): BeyondRecording =>
  new BeyondRecording({ replays: new Map([['ws_dev', RECORDED]]), eraOf });

describe('requests of a replay', () => {
  it('are in the recording as often as they were recorded', () => {
    const replay = beyond();
    expect(replay.add(exchange('listTemplates'))).toBeUndefined();
    expect(replay.add(exchange('listTemplates'))).toBe('the recording has 1 request of listTemplates');
    expect(replay.add(exchange('getPresentation'))).toBe('the recording has 0 requests of getPresentation');
  });

  it('are in the recording at any pace, while the recorded job is known', () => {
    const replay = beyond();
    replay.add(exchange('startGeneration', { job: 'one' }));
    replay.add(exchange('startGeneration', { job: 'two', at: 100 }));
    for (const at of [200, 300, 60_000])
      expect(replay.add(exchange('getGenerationStatus', { job: 'one', at }))).toBeUndefined();
    expect(replay.add(exchange('getGenerationStatus', { job: 'two', at: 5100 }))).toBeUndefined();
    expect(replay.add(exchange('getGenerationStatus', { job: 'two', at: 5101 }))).toBe(
      'the recording of the job stops 5s after its start',
    );
    expect(replay.add(exchange('sendGenerationMessage', { job: 'two' }))).toBeUndefined();
    expect(replay.add(exchange('sendGenerationMessage', { job: 'two' }))).toBe(
      'the recording of the job has 1 message',
    );
  });

  it('are new when they start another job, and are named once for it', () => {
    const replay = beyond();
    for (const job of ['one', 'two'])
      expect(replay.add(exchange('startGeneration', { job }))).toBeUndefined();
    expect(replay.add(exchange('startGeneration', { job: 'three' }))).toBe('the recording has 2 jobs');
    expect(replay.add(exchange('getGenerationStatus', { job: 'three', at: 1e9 }))).toBeUndefined();
    expect(replay.add(exchange('getGenerationStatus'))).toBe('the recording has no such job');
  });

  it('are new in another workspace, without a key and at unknown paths', () => {
    const replay = beyond();
    expect(replay.add(exchange('listTemplates', { workspaceId: 'ws_other' }))).toBe(
      'the recording has no workspace ws_other',
    );
    expect(replay.add(exchange('listTemplates', { workspaceId: '' }))).toBe('its key opens no workspace');
    expect(replay.add(exchange(undefined))).toBe('no operation of the service has this path');
  });

  it('are counted again after a reset', () => {
    let era = Symbol();
    const replay = beyond(() => era);
    replay.add(exchange('listTemplates'));
    era = Symbol();
    expect(replay.add(exchange('listTemplates'))).toBeUndefined();
  });

  it('have a summary by reason', () => {
    const replay = beyond();
    expect(replay.summary()).toEqual([]);
    for (let count = 0; count < 3; count += 1) replay.add(exchange('listTemplates'));
    expect(replay.summary()).toEqual(['2 requests: the recording has 1 request of listTemplates']);
  });
});
