import { describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';

describe('a workspace', () => {
  it.each(['ws_nope', 'sandbox-'])('%j is not a workspace', (id) => {
    expect(() => createDeckhand().workspace(id)).toThrow(/^Unknown workspace/);
  });

  it.each(['sandbox-mine', 'ws_sandbox_mine'])('of a sandbox opens with its first use: %s', (id) => {
    const { directory, workspace } = named(id);
    expect(workspace.id).toBe('ws_sandbox_mine');
    expect(directory.isSandbox(workspace.id)).toBe(true);
  });

  it('of requests without a sandbox key resets, too', async () => {
    const deckhand = createDeckhand();
    const unassigned = deckhand.workspace('');
    await deckhand.fetch('http://localhost/api/v1/templates');
    expect(unassigned.journal()).toHaveLength(1);
    unassigned.reset();
    expect(unassigned.journal()).toEqual([]);
  });

  it('resets to its first speed, and its clock to the real time', async () => {
    const workspace = createDeckhand({ speed: 2 }).workspace('ws_dev');
    workspace.clock.setSpeed(60);
    workspace.reset();
    expect(workspace.info().clock.speed).toBe(2);
  });

  it.each([0])('does not exist with room for %s jobs', (maxStoredJobs) => {
    expect(() => createDeckhand({ maxStoredJobs })).toThrow('maxStoredJobs');
  });
});

function named(id: string) {
  const deckhand = createDeckhand();
  return { directory: deckhand.directory, workspace: deckhand.workspace(id) };
}
