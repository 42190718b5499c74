/** A job from its start to its end (3, 4.4 to 4.6). */
import { describe, expect, it } from 'vitest';
import { API, expectProblem } from './client.js';
import type { Suite } from './suite.js';

export function lifecycle({ client }: Suite): void {
  describe('a job', () => {
    it('is accepted with its id and the path to poll it', async () => {
      const response = await client().post('/presentations/generate', {
        prompt: 'Ten slides about lighthouses',
      });
      expect(response.status).toBe(202);
      expect(response.headers.get('content-type')).toBe('application/json');
      const { generation_id: id, status, poll_url: pollUrl } = response.json();
      expect(status).toBe('generating');
      expect(pollUrl).toBe(`${API}/presentations/generate/${id}/status`);
      expect(response.headers.get('location')).toBe(pollUrl);
    });

    it('goes through progress to a deck as the clock advances', async () => {
      const pollUrl = await client().start('Ten slides about lighthouses');
      expect(await client().view(pollUrl)).toEqual({
        generation_id: expect.any(String),
        status: 'generating',
      });
      await client().workspace.clock.advance('7s');
      const { status, progress, tokens_used: tokens } = await client().view(pollUrl);
      expect({ status, progress }).toEqual({
        status: 'generating',
        progress: { slides_total: 8, slides_completed: 4, current_step: 'Writing slide 5 of 8' },
      });
      await client().workspace.clock.advance('5s');
      const completed = await client().view(pollUrl);
      expect(completed.status).toBe('completed');
      expect(completed.presentation.title).toMatch(/lighthouses/i);
      expect(completed.tokens_used).toBeGreaterThan(tokens);
    });

    it('that is completed stays completed', async () => {
      const pollUrl = await client().start();
      await client().workspace.clock.advance('12s');
      const completed = await client().view(pollUrl);
      await client().workspace.clock.advance('48h');
      expect(await client().view(pollUrl)).toEqual(completed);
    });

    it('has its deck without a poll', async () => {
      const pollUrl = await client().start();
      await client().workspace.clock.advance('1h');
      const id = /gen_(\w+)/.exec(pollUrl)?.[1];
      const fetched = await client().get(`/presentations/pres_${id}`);
      expect(fetched.status).toBe(200);
      expect((await client().view(pollUrl)).presentation).toEqual(fetched.json());
    });

    it('that asks a question goes on after the answer', async () => {
      await client().workspace.use('asks-a-question');
      const pollUrl = await client().start();
      await client().workspace.clock.advance('1h');
      expect(await client().view(pollUrl)).toMatchObject({
        status: 'awaiting_input',
        message: expect.stringContaining('audience'),
      });
      const reply = await client().post(pollUrl.replace(/status$/, 'message'), {
        message: 'People who decide',
      });
      expect(reply.status).toBe(202);
      expect(reply.json().status).toBe('generating');
      await client().workspace.clock.advance('5s');
      expect((await client().view(pollUrl)).status).toBe('completed');
    });

    it('that fails says why, and stays failed', async () => {
      await client().workspace.use('timeout-failure');
      const pollUrl = await client().start();
      await client().workspace.clock.advance('20s');
      const failed = await client().view(pollUrl);
      expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('timed out') });
      await client().workspace.clock.advance('1h');
      expect(await client().view(pollUrl)).toEqual(failed);
    });

    it('that has ended accepts no more messages', async () => {
      await client().workspace.use('instant');
      const pollUrl = await client().start();
      const response = await client().post(pollUrl.replace(/status$/, 'message'), { message: 'More colour' });
      expectProblem(response, 409, 'generation_finished');
    });
  });
}
