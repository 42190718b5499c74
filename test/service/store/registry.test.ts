import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../../src/service/keys.js';
import { WorkspaceRegistry } from '../../../src/service/store/registry.js';
import type { DirectoryData } from '../../../src/service/store/registry-records.js';
import { UserError } from '../../../src/base/user-error.js';
import { records, template } from './test-registry.js';

let registry: WorkspaceRegistry;
beforeEach(() => {
  registry = new WorkspaceRegistry(records());
});

const ids = (workspaceId: string) => registry.templates(workspaceId).map(({ id }) => id);
const birch = (data: DirectoryData) => data.workspace.findFirst({ where: { id: { equals: 'birch' } } })!;

describe('a registry', () => {
  it("returns a workspace's own templates before the common ones, in their order", () => {
    expect(ids('amber')).toEqual(['of-amber', 'shared-1', 'shared-2']);
    expect(ids('birch')).toEqual(['shared-1', 'shared-2']);
    expect(ids('nobody')).toEqual(['shared-1', 'shared-2']);
  });

  it("prefers a workspace's own template to a common one with the same id", () => {
    registry = new WorkspaceRegistry(
      records({ templates: [template('deck'), { ...template('deck', 'amber'), name: 'Own' }] }),
    );
    expect([ids('amber'), ids('birch')]).toEqual([['deck'], ['deck']]);
    expect(registry.template('amber', 'deck')?.name).toBe('Own');
    expect(registry.template('birch', 'deck')?.name).toBe('deck');
  });

  it('does not find templates of another workspace', () => {
    expect(registry.template('amber', 'of-amber')?.id).toBe('of-amber');
    expect(registry.template('birch', 'of-amber')).toBeUndefined();
    expect(registry.template('birch', 'shared-2')?.id).toBe('shared-2');
  });
});

describe('a change of the registry', () => {
  it('adds a workspace with a key and a template', async () => {
    await registry.arrange((data) => {
      const workspace = data.workspace.create({ id: 'cedar', name: 'Cedar', plan: 'pro' });
      data.apiKey.create({ hash: hashKey('key-of-cedar'), workspace });
      data.template.create({ ...template('of-cedar', 'cedar'), outline: ['Roots'] });
    });
    expect(registry.workspace('cedar')).toEqual({
      id: 'cedar',
      name: 'Cedar',
      plan: 'pro',
      apiEnabled: true,
    });
    expect(registry.workspaceIdOfKey(hashKey('key-of-cedar'))).toBe('cedar');
    expect(registry.template('cedar', 'of-cedar')?.outline).toEqual(['Roots']);
  });
});

describe('an invalid change of the registry', () => {
  const invalidChanges: [string, (data: DirectoryData) => unknown, string][] = [
    [
      'a key without a workspace',
      (data) => data.apiKey.create({ hash: hashKey('x') }),
      'An API key belongs to the workspace "", which does not exist. Nothing was changed.',
    ],
    [
      'a key that is not hashed',
      (data) => data.apiKey.create({ hash: 'key-of-amber', workspace: birch(data) }),
      'The hash of an API key must be the SHA-256 of its value in hex (see hashKey), not "key-of-amber"',
    ],
    [
      'a template without slides',
      (data) => data.template.create({ ...template('none'), slideCount: 0 }),
      'The template none has 0 slides; it must have 1 to 500',
    ],
    [
      'two templates of one id in a workspace',
      (data) => data.template.create(template('of-amber', 'amber')),
      'The template of-amber of the workspace amber is not unique. Nothing was changed.',
    ],
  ];

  it.each(invalidChanges)('is %s: the error names it, and nothing changes', async (_, change, message) => {
    const before = registry.records();
    const changed = registry.arrange((data) => {
      data.workspace.create({ id: 'innocent' });
      change(data);
    });
    await expect(changed).rejects.toThrow(UserError);
    await expect(changed).rejects.toThrow(message);
    await expect(changed).rejects.toMatchObject({ code: 'bad-arrangement' });
    expect(registry.records()).toEqual(before);
    expect(registry.workspace('innocent')).toBeUndefined();
  });
});
