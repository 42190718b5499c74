import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from '../../../src/service/keys.js';
import { WorkspaceRegistry } from '../../../src/service/store/registry.js';
import type { DirectoryData } from '../../../src/service/store/registry-records.js';
import { UserError } from '../../../src/base/user-error.js';
import { rows, template } from './test-registry.js';

let directory: WorkspaceRegistry;
beforeEach(() => {
  directory = new WorkspaceRegistry(rows());
});

const ids = (workspaceId: string) => directory.templates(workspaceId).map(({ id }) => id);
const birch = (data: DirectoryData) => data.workspace.findFirst({ where: { id: { equals: 'birch' } } })!;

describe('a directory', () => {
  it("returns a workspace's own templates before the common ones, in their order", () => {
    expect(ids('amber')).toEqual(['of-amber', 'shared-1', 'shared-2']);
    expect(ids('birch')).toEqual(['shared-1', 'shared-2']);
    expect(ids('nobody')).toEqual(['shared-1', 'shared-2']);
  });

  it("prefers a workspace's own template to a common one with the same id", () => {
    directory = new WorkspaceRegistry(
      rows({ templates: [template('deck'), { ...template('deck', 'amber'), name: 'Own' }] }),
    );
    expect([ids('amber'), ids('birch')]).toEqual([['deck'], ['deck']]);
    expect(directory.template('amber', 'deck')?.name).toBe('Own');
    expect(directory.template('birch', 'deck')?.name).toBe('deck');
  });

  it('does not find templates of another workspace', () => {
    expect(directory.template('amber', 'of-amber')?.id).toBe('of-amber');
    expect(directory.template('birch', 'of-amber')).toBeUndefined();
    expect(directory.template('birch', 'shared-2')?.id).toBe('shared-2');
  });
});

describe('an arrangement', () => {
  it('adds a workspace with a key and a template', async () => {
    await directory.arrange((data) => {
      const workspace = data.workspace.create({ id: 'cedar', name: 'Cedar', plan: 'pro' });
      data.apiKey.create({ hash: hashKey('key-of-cedar'), workspace });
      data.template.create({ ...template('of-cedar', 'cedar'), outline: ['Roots'] });
    });
    expect(directory.workspace('cedar')).toEqual({
      id: 'cedar',
      name: 'Cedar',
      plan: 'pro',
      apiEnabled: true,
    });
    expect(directory.workspaceIdOfKey(hashKey('key-of-cedar'))).toBe('cedar');
    expect(directory.template('cedar', 'of-cedar')?.outline).toEqual(['Roots']);
  });
});

describe('an invalid arrangement', () => {
  const refusals: [string, (data: DirectoryData) => unknown, string][] = [
    [
      'a key without a workspace',
      (data) => data.apiKey.create({ hash: hashKey('x') }),
      'An API key belongs to the workspace "", which there is not. Nothing was changed.',
    ],
    [
      'a key that is not hashed',
      (data) => data.apiKey.create({ hash: 'key-of-amber', workspace: birch(data) }),
      'An API key is kept as the hex SHA-256 of its value (hashKey makes one), not "key-of-amber"',
    ],
    [
      'a template without slides',
      (data) => data.template.create({ ...template('none'), slideCount: 0 }),
      'The template none has 0 slides; 1 to 500 are possible',
    ],
    [
      'two templates of one id in a workspace',
      (data) => data.template.create(template('of-amber', 'amber')),
      'The template of-amber of the workspace amber is there twice. Nothing was changed.',
    ],
  ];

  it.each(refusals)('is %s: the error names it, and nothing changes', async (_, work, message) => {
    const before = directory.rows();
    const arranged = directory.arrange((data) => {
      data.workspace.create({ id: 'innocent' });
      work(data);
    });
    await expect(arranged).rejects.toThrow(UserError);
    await expect(arranged).rejects.toThrow(message);
    await expect(arranged).rejects.toMatchObject({ code: 'bad-arrangement' });
    expect(directory.rows()).toEqual(before);
    expect(directory.workspace('innocent')).toBeUndefined();
  });
});
