import { describe, expect, it } from 'vitest';
import { Virtual } from './virtual.js';

describe('the list of jobs', () => {
  it('has the timeline of each job on request, the same as the job itself', async () => {
    const stage = new Virtual();
    const id = await stage.job();
    stage.pass(4000);
    const [brief] = (await stage.run('listJobs')).jobs;
    expect(brief?.course).toBeUndefined();
    const [whole] = (await stage.run('listJobs', {}, undefined, { course: 'true' })).jobs;
    expect(whole?.course).toEqual((await stage.run('getJob', { job: id })).course);
  });
});
