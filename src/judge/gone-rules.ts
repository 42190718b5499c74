/** Ids of rules that ended. A baseline or a scenario that still names one gets a note, and no error. */
const goneRules: ReadonlySet<string> = new Set([
  'job/completed-keeps-its-presentation',
  'job/is-reported-in-its-view',
  'job/message-reopens-nothing',
  'presentation/fetched-is-the-one-asked-for',
  'presentation/stable-in-its-job',
  'workspace/one-for-each-key',
]);

/** @returns what to do about the id, in one sentence; `undefined` for any other id */
export const goneRuleNote = (id: string): string | undefined =>
  goneRules.has(id) ? `The rule ${id} ended, because other rules judge the same. Remove it.` : undefined;
