/** How a request finds its scenario. */
import { describe, expect, it } from 'vitest';
import { expectProblem } from './client.js';
import type { Suite } from './suite.js';

export function choosing({ client }: Suite): void {
  /** The status right after the start: `instant` is completed, `no-progress` is not. */
  const statusOf = async (prompt: string, scenario?: string): Promise<string> => {
    const wish = scenario && { headers: { 'x-deckhand-scenario': scenario } };
    return (await client().view(await client().start(prompt, wish || {}))).status;
  };

  describe('a job plays', () => {
    it('the default scenario when no other is requested', async () => {
      const pollUrl = await client().start();
      await client().workspace.clock.advance('11.9s');
      expect((await client().view(pollUrl)).status).toBe('generating');
      await client().workspace.clock.advance('100ms');
      expect((await client().view(pollUrl)).status).toBe('completed');
    });

    it('the scenario in X-Deckhand-Scenario, before all others', async () => {
      await client().workspace.use('no-progress');
      expect(await statusOf('A deck [scenario: happy-path]', 'instant')).toBe('completed');
    });

    it('the scenario in the tag of its prompt, before the active one', async () => {
      await client().workspace.use('no-progress');
      expect(await statusOf('A deck [scenario: instant] about harbours')).toBe('completed');
    });

    it('the active scenario of its workspace', async () => {
      await client().workspace.use('instant');
      expect(await statusOf('A deck')).toBe('completed');
    });

    it('a scenario given as an object', async () => {
      await client().workspace.use({
        title: 'Fails',
        description: 'For tests',
        steps: [{ fail: { error: 'No.' } }],
      });
      expect(await statusOf('A deck')).toBe('failed');
    });

    it('its first scenario, even after another one becomes active', async () => {
      const pollUrl = await client().start();
      await client().workspace.use('timeout-failure');
      await client().workspace.clock.advance('1h');
      expect((await client().view(pollUrl)).status).toBe('completed');
    });
  });

  describe('a scenario that does not exist', () => {
    it('in the header is refused, with the nearest name', async () => {
      const headers = { 'x-deckhand-scenario': 'hapy-path' };
      const response = await client().get('/templates', { headers });
      const { detail } = expectProblem(response, 400, 'bad_request');
      expect(detail).toContain('Did you mean happy-path?');
    });

    it('in the prompt is refused, with the nearest name', async () => {
      const response = await client().post('/presentations/generate', {
        prompt: 'A deck [scenario: instnat]',
      });
      const { errors } = expectProblem(response, 400, 'invalid_body');
      expect(errors).toEqual([
        { pointer: '/prompt', detail: expect.stringContaining('Did you mean instant?') },
      ]);
    });
  });
}
