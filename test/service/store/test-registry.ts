/** Two workspaces with a key each, and templates of one, of the other and of both. */
import { hashKey } from '../../../src/service/keys.js';
import type { RegistryRecords, TemplateRecord } from '../../../src/service/store/registry-records.js';

export const KEYS = { amber: 'key-of-amber', birch: 'key-of-birch' } as const;

export function template(id: string, workspaceId = '*'): TemplateRecord & { outline: string[] } {
  return { id, name: id, description: 'For a test.', outline: ['One', 'Two'], slideCount: 2, workspaceId };
}

export function records(change: Partial<RegistryRecords> = {}): RegistryRecords {
  return {
    workspaces: [
      { id: 'amber', name: 'Amber', plan: 'business', apiEnabled: true },
      { id: 'birch', name: 'Birch', plan: 'max', apiEnabled: true },
    ],
    apiKeys: Object.entries(KEYS).map(([workspaceId, key]) => ({ hash: hashKey(key), workspaceId })),
    templates: [template('shared-1'), template('shared-2'), template('of-amber', 'amber')],
    ...change,
  };
}
