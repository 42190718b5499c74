/** The workspaces, keys and templates of a new mock server. */
import type { RegistryRecords, TemplateRecord } from './store/registry-records.js';
import { toSandboxId } from './store/registry.js';
import { hashKey } from './keys.js';

/** The development keys, by workspace. They are not secret: the server prints them at every start. */
export const DEVELOPMENT_KEYS = { ws_dev: 'deckhand-dev-key', ws_other: 'deckhand-other-key' } as const;

/** The workspace of requests whose key is not checked. */
export const DEFAULT_WORKSPACE = 'ws_dev';

const TEMPLATES: readonly TemplateRecord[] = [
  template('tpl_pitch', 'Pitch', 'Wins somebody over in ten minutes.', [
    'The problem',
    'Our answer',
    'How it works',
    'Who needs it',
    'What others do',
    'The team',
    'The plan',
    'What we ask',
  ]),
  template('tpl_report', 'Quarterly report', 'Where things stand, for people who have five minutes.', [
    'The quarter in one slide',
    'What we set out to do',
    'What happened',
    'Figures',
    'What we learned',
    'Next quarter',
  ]),
  template('tpl_lesson', 'Lesson', 'Teaches one thing well.', [
    'What you will learn',
    'What you know already',
    'The idea',
    'An example',
    'Try it',
    'Common mistakes',
    'Recap',
  ]),
  template('tpl_kickoff', 'Project kick-off', 'Gets a team to start on the same foot.', [
    'Why we are here',
    'What done looks like',
    'Who does what',
    'Milestones',
    'Risks',
    'How we work',
    'First week',
  ]),
  template('tpl_onepager', 'One-pager', 'A single slide to leave behind.', ['In short']),
];

/** Whether the key is well known: one that Deckhand defines, or one of a sandbox. */
export function isWellKnownKey(key: string): boolean {
  return key.startsWith('deckhand-') || toSandboxId(key) !== undefined;
}

export function defaultRegistry(): RegistryRecords {
  return {
    workspaces: [
      { id: 'ws_dev', name: 'Development', plan: 'business', apiEnabled: true },
      { id: 'ws_other', name: 'Somebody else', plan: 'max', apiEnabled: true },
    ],
    apiKeys: Object.entries(DEVELOPMENT_KEYS).map(([workspaceId, key]) => ({
      hash: hashKey(key),
      workspaceId,
    })),
    templates: TEMPLATES,
  };
}

function template(id: string, name: string, description: string, outline: readonly string[]): TemplateRecord {
  return { id, name, description, outline, slideCount: outline.length, workspaceId: '*' };
}
