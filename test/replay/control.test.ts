/** The clock and the control API of a workspace that replays a recording. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/service/workspace.js';
import {
  asking,
  completed,
  recordingToHar,
  errorResponse,
  ReplayClient,
  reply,
  start,
  view,
  working,
} from './recorded-traffic.js';

const JOB = 'gen_7f3k';
const recording = [
  start(0, JOB),
  working(3000, JOB, 100),
  errorResponse(4000, `GET /presentations/generate/${JOB}/status`, 503),
  asking(6000, JOB, 'Who is it for?'),
  reply(10_000, JOB, 'Investors'),
  completed(13_000, JOB, 'pres_7f3k'),
];

let client: ReplayClient;
let workspace: Workspace;

beforeEach(() => {
  client = new ReplayClient(recording);
  workspace = client.deckhand.workspace('ws_dev');
});

describe('a workspace that replays a recording', () => {
  it('advances to the next event of its jobs', async () => {
    await client.start(0);
    const { job } = workspace.clock.next();
    expect(job?.status_response).toMatchObject({ status: 'awaiting_input' });
    expect(workspace.clock.next().job).toBeNull();
    workspace.replyToJob(JOB, 'Investors');
    expect(workspace.job(JOB).status_response).toMatchObject({ status: 'completed' });
  });

  it('rejects what a recording does not contain', async () => {
    await client.start(0);
    const message = /replays the recording\. A recording cannot be changed\./;
    expect(() => workspace.failJob(JOB, 'No')).toThrow(message);
    expect(() => workspace.completeJob(JOB)).toThrow(message);
    expect(() => workspace.useScenario('happy-path')).toThrow(message);
    expect(() => workspace.job('gen_other')).toThrow(/There is no job gen_other in this replay/);
  });

  it('replays a start and a reply that the control API sends', () => {
    const started = workspace.startJob({ prompt: 'A pitch' });
    expect(started).toMatchObject({ generation_id: JOB, scenario: 'the recording' });
    expect(workspace.startJob.bind(workspace, { prompt: 'A pitch' })).toThrow(
      'Not in the recording: the recording has no more starts',
    );
    expect(() => workspace.replyToJob(JOB, 'Investors')).toThrow(
      'Not in the recording: the recording has no message without an open question.',
    );
    workspace.clock.next(JOB);
    expect(workspace.replyToJob(JOB, 'Investors').status_response).toMatchObject({ status: 'completed' });
    expect(workspace.changesSince().jobs?.jobs).toHaveLength(1);
  });

  it('lists its jobs as changed after a start and a message, not after a poll', async () => {
    const changed = (cursor: string): string[] => Object.keys(workspace.changesSince(cursor));
    const { cursor } = workspace.changesSince();
    await client.start(0);
    const started = workspace.changesSince(cursor);
    expect(started.jobs?.total).toBe(1);
    await client.poll(3000, JOB);
    expect(changed(started.cursor)).not.toContain('jobs');
  });

  it('changes the responses about one of its jobs with a fault', async () => {
    await client.start(0);
    workspace.addFault({ job: JOB, response: { status: 503 } });
    expect((await client.poll(3000, JOB)).status).toBe(503);
    expect(() => workspace.addFault({ job: 'gen_other', latency: '1s' })).toThrow(
      /job must name a job of this replay/,
    );
  });

  it('replays from the start after a reset', async () => {
    await client.start(0);
    expect((await client.start(0)).text).toContain(
      'no more starts; reset the workspace to replay it from the start.',
    );
    workspace.reset();
    expect(workspace.jobs()).toEqual([]);
    expect((await client.poll(0, JOB)).status).toBe(404);
    expect((await client.start(0)).status).toBe(202);
  });

  it('is restored from a snapshot, and only where the same recording is replayed', async () => {
    await client.start(0);
    await client.poll(3000, JOB);
    await client.poll(4000, JOB);
    const snapshot = workspace.snapshot();
    const copy = new ReplayClient(recording);
    copy.deckhand.workspace('ws_dev').restore(snapshot);
    expect(copy.deckhand.workspace('ws_dev').job(JOB).status_response).toEqual(
      workspace.job(JOB).status_response,
    );
    expect(copy.summary()).toEqual(client.summary());
    const target = new ReplayClient(recordingToHar(recording)).deckhand.workspace('ws_dev');
    const other = JSON.parse(JSON.stringify(snapshot).replace('"recording":"', '"recording":"other '));
    expect(() => target.restore(other)).toThrow('but this server replays');
  });

  it('summarizes what was not replayed, and what is not recorded', async () => {
    expect(client.summary()).toEqual(['No request was replayed.']);
    await client.start(0);
    await client.send(10, 'GET /templates');
    await client.send(20, 'GET /templates');
    const lines = [
      'Not replayed: 503 to getGenerationStatus at 09:30:04.000',
      `Not replayed: the end of job ${JOB}, completed at 09:30:13.000`,
      'Not in the recording, 2 requests: listTemplates: the recording never lists the templates',
    ];
    expect(client.summary()).toEqual(lines);
    workspace.reset();
    expect(client.summary()).toEqual(lines);
  });

  it.each(['completed', 'failed'])(
    'summarizes a job whose client has not seen that it %s',
    async (status) => {
      const end =
        status === 'completed'
          ? completed(6000, JOB, 'pres_1')
          : view(6000, JOB, { status: 'failed', error: 'Overloaded' });
      client = new ReplayClient([start(0, JOB), working(3000, JOB, 100), end]);
      await client.start(0);
      await client.poll(3000, JOB);
      const line = `Not replayed: the end of job ${JOB}, ${status} at 09:30:06.000`;
      expect(client.summary()).toEqual([line]);
      const snapshot = client.deckhand.workspace('ws_dev').snapshot();
      await client.poll(7000, JOB);
      expect(client.summary()).toEqual([]);
      client.deckhand.workspace('ws_dev').reset();
      expect(client.summary()).toEqual([]);
      client.deckhand.workspace('ws_dev').restore(snapshot);
      expect(client.summary()).toEqual([line]);
    },
  );
});
