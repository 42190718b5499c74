import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';

describe('a workspace', () => {
  it.each(['ws_nope', 'sandbox-', 'ws_sandbox_', 'sandbox-a b'])('%j is not a workspace', (id) => {
    expect(() => createDeckhand().workspace(id)).toThrow(/^Unknown workspace/);
  });

  it.each(['sandbox-mine', 'ws_sandbox_mine'])('of a sandbox opens with its first use: %s', (id) => {
    const { directory, workspace } = named(id);
    expect(workspace.id).toBe('ws_sandbox_mine');
    expect(directory.isSandbox(workspace.id)).toBe(true);
  });

  it('of requests without a sandbox key resets, too', async () => {
    const deckhand = createDeckhand();
    const strangers = deckhand.workspace('');
    await deckhand.fetch('http://localhost/api/v1/templates');
    expect(strangers.journal()).toHaveLength(1);
    strangers.reset();
    expect(strangers.journal()).toEqual([]);
  });

  it('resets to its first speed, and its clock to the real time', async () => {
    const workspace = createDeckhand({ speed: 2 }).workspace('ws_dev');
    workspace.clock.setSpeed(60);
    workspace.reset();
    expect(workspace.info().clock.speed).toBe(2);
  });

  it('can be controlled from within an arrangement', async () => {
    const deckhand = createDeckhand();
    const workspace = deckhand.workspace('ws_dev');
    const { key } = await deckhand.arrange(async ({ template }) => {
      template.create({ ...template.getAll()[0], id: 'tpl_mine' });
      workspace.configure({ plan: 'max' });
      workspace.load(workspace.save());
      return workspace.createKey();
    });
    const response = await deckhand.fetch('http://x/api/v1/templates', { headers: { 'x-api-key': key } });
    expect(JSON.stringify(await response.json())).toContain('tpl_mine');
    expect(workspace.info().plan).toBe('max');
  });

  it.each([0, 1.5, -1])('does not exist with room for %s jobs', (maxJobs) => {
    expect(() => createDeckhand({ maxJobs })).toThrow('maxJobs');
  });
});

function named(id: string) {
  const deckhand = createDeckhand();
  return { directory: deckhand.directory, workspace: deckhand.workspace(id) };
}
