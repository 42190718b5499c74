/** The clock, the panel and the control API work on a replay as on a scenario, as far as a recording can be steered. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/service/workspace.js';
import {
  asking,
  completed,
  recordingToHar,
  refusal,
  ReplayClient,
  reply,
  start,
  working,
} from './recorded-traffic.js';

const JOB = 'gen_7f3k';
const story = [
  start(0, JOB),
  working(3000, JOB, 100),
  refusal(4000, `GET /presentations/generate/${JOB}/status`, 503),
  asking(6000, JOB, 'Who is it for?'),
  reply(10_000, JOB, 'Investors'),
  completed(13_000, JOB, 'pres_7f3k'),
];

let client: ReplayClient;
let workspace: Workspace;

beforeEach(() => {
  client = new ReplayClient(story);
  workspace = client.deckhand.workspace('ws_dev');
});

describe('a workspace that plays a recording', () => {
  it('advances to the next event of its jobs', async () => {
    await client.start(0);
    const { job } = workspace.clock.next();
    expect(job?.status_response).toMatchObject({ status: 'awaiting_input' });
    expect(workspace.clock.next().job).toBeNull();
    workspace.replyToJob(JOB, 'Investors');
    expect(workspace.job(JOB).status_response).toMatchObject({ status: 'completed' });
  });

  it('refuses what a recording does not hold', async () => {
    await client.start(0);
    const refused = /plays the recording\. A recording cannot be changed\./;
    expect(() => workspace.failJob(JOB, 'No')).toThrow(refused);
    expect(() => workspace.completeJob(JOB)).toThrow(refused);
    expect(() => workspace.useScenario('happy-path')).toThrow(refused);
    expect(() => workspace.job('gen_other')).toThrow(/There is no job gen_other in this replay/);
  });

  it('plays from the beginning after a reset', async () => {
    await client.start(0);
    expect((await client.start(0)).text).toContain(
      'no further start; reset the workspace to play it from the beginning.',
    );
    workspace.reset();
    expect(workspace.jobs()).toEqual([]);
    expect((await client.poll(0, JOB)).status).toBe(404);
    expect((await client.start(0)).status).toBe(202);
  });

  it('is loaded from a saved state, and only where the same recording is played', async () => {
    await client.start(0);
    await client.poll(3000, JOB);
    await client.poll(4000, JOB);
    const moment = workspace.snapshot();
    const copy = new ReplayClient(story);
    copy.deckhand.workspace('ws_dev').restore(moment);
    expect(copy.deckhand.workspace('ws_dev').job(JOB).status_response).toEqual(
      workspace.job(JOB).status_response,
    );
    expect(copy.summary()).toEqual(client.summary());
    const plain = new ReplayClient(recordingToHar(story)).deckhand.workspace('ws_dev');
    const other = JSON.parse(JSON.stringify(moment).replace('"recording":"', '"recording":"other '));
    expect(() => plain.restore(other)).toThrow('and this server plays');
  });

  it('summarises what was not played, and what was new', async () => {
    expect(client.summary()).toEqual(['No request was played.']);
    await client.start(0);
    await client.send(10, 'GET /templates');
    await client.send(20, 'GET /templates');
    const lines = [
      'Not played: 503 to getGenerationStatus at 09:30:04.000',
      'Not in the recording, 2 requests: listTemplates: the recording never lists the templates',
    ];
    expect(client.summary()).toEqual(lines);
    workspace.reset();
    expect(client.summary()).toEqual(lines);
  });
});
