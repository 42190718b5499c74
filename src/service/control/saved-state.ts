/** The verbs that save the whole state of a workspace as one document, for example for a bug report, and load it. */
import { loadState } from '../state/load.js';
import { saveWorkspace } from '../state/save.js';
import { changes, reads, verbContextOf } from './verb-context.js';
import { workspaceView } from './workspaces.js';

export const save = reads<'save'>(({ service, row, real }) => saveWorkspace(service, row.id, real));

export const load = changes<'load'>((context, saved) => {
  const { service, row, params, real } = context;
  loadState(service, saved, real, row.id);
  return workspaceView(verbContextOf(context, { params, real }));
});
