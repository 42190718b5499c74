import { expect, it } from 'vitest';
import { createDeckhand } from '../../../src/app/deckhand.js';
import { workspaceMethods } from '../../../src/generated/workspace-methods.js';
import { formatConsoleHelp } from '../../../src/integrations/browser/console-help.js';

it('the help of the console lists the methods of a workspace, with their arguments', () => {
  const help = formatConsoleHelp('ws_dev', 'deckhand');
  expect(help).toMatch(/^ {2}deckhand\.askQuestion\(job, message\) +Make the job ask a question$/m);
  expect(help).toMatch(/^ {2}deckhand\.clock\.advance\(by\) +Advance the clock$/m);
  expect(help).toMatch(/^ {2}deckhand\.workspaces\(\) +List the workspaces$/m);
  const listed = Object.entries(workspaceMethods).filter(([name]) => help.includes(`.${name}(`));
  const published = Object.entries(workspaceMethods).filter(([, { isInternal }]) => !isInternal);
  expect(listed).toEqual(published);
});

it('every method of the control document is a method of a workspace', () => {
  const workspace = createDeckhand().workspace('ws_dev') as unknown as Record<string, unknown>;
  const missing = Object.keys(workspaceMethods).filter((name) => typeof workspace[name] !== 'function');
  expect(missing).toEqual([]);
});
