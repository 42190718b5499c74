/**
 * Renames presentations with each key and each kind of title, and sends slides, which a PATCH must not change. Sections 1.2, 4.2,
 * 4.7 and 5.
 */
import type { RunPlan } from '../run-plan.js';
import type { Requester } from '../requester.js';
import { DIGITS, everydayTitle, everydayTitles } from '../test-payloads.js';
import { sendWithoutValidKey } from './invalid-keys.js';
import { accessAsOtherWorkspace, fetchAsOtherWorkspace } from './other-workspace.js';
import { accessInPathForms } from './other-path-forms.js';
import { poll } from './poll.js';
import type { KnownPresentation, RunResults } from './run-results.js';
import { isSentIn, type StepRuns } from './step-runs.js';
import { TitleEditor } from './title-editor.js';

/** The presentations of the step. One presentation can have several roles. */
interface Roles {
  /** Its title is changed and restored. */
  readonly target: KnownPresentation;
  /** Another one, which the run created if possible. */
  readonly other: KnownPresentation | undefined;
  /** The same, if the run created it. */
  readonly otherCreated: KnownPresentation | undefined;
  /** Its title is not restored: the run created it, if possible. */
  readonly expendable: KnownPresentation;
  /** One that the run created from a template. */
  readonly created: KnownPresentation | undefined;
  /** The same, if a job generated it. */
  readonly expendableGenerated: KnownPresentation | undefined;
}

interface RenameContext {
  readonly requester: Requester;
  readonly plan: RunPlan;
  readonly results: RunResults;
  readonly editor: TitleEditor;
}

interface RenameRequest extends StepRuns {
  readonly of: keyof Roles;
  readonly send: (context: RenameContext, presentation: KnownPresentation) => Promise<unknown>;
}

const CHANGING = ['full', 'smoke'] as const;
const ALL = ['full', 'smoke', 'read-only'] as const;

const PAST = '2001-01-01T00:00:00.000Z';

const sections = [{ title: '[deckhand check]' }];
const content = '[deckhand check]';

type Send = RenameRequest['send'];

const fetch: Send = ({ editor }, presentation) => editor.fetch(presentation);
const fetchConsistent: Send = ({ editor }, presentation) => editor.fetchConsistent(presentation);
const accessAsOther: Send = ({ requester }, presentation) => accessAsOtherWorkspace(requester, presentation);

const patch =
  (body: (title: string) => unknown): Send =>
  ({ editor }, presentation) =>
    editor.patch(presentation, 'bearer', body(presentation.title));

/** A later fetch shows the effects of a rejected PATCH, too. */
const patchAndFetch =
  (body: unknown): Send =>
  async ({ editor }, presentation) => {
    const { isClientError } = await editor.patch(presentation, 'bearer', body);
    if (!isClientError) await editor.fetch(presentation);
  };

/** Never the other way round: the presentation may be a real one. */
const unpublish: Send = async (context, presentation) => {
  if (context.editor.isPublic(presentation)) await patchAndFetch({ is_public: false })(context, presentation);
};

const fetchIfModified: Send = ({ editor }, presentation) => editor.fetchIfModified(presentation);

const rename: Send = ({ editor }, presentation) => {
  editor.restoreAtEnd(presentation);
  return editor.rename(presentation, 'bearer');
};

const renameWithoutValidKey: Send = ({ requester, plan }, { id }) =>
  sendWithoutValidKey(requester, plan, { operation: 'updatePresentation', id, body: (title) => ({ title }) });

/** In the order in which they are sent. */
const renameRequests: readonly RenameRequest[] = [
  { of: 'target', send: rename, runs: CHANGING },
  // The next fetch shows their effects, too.
  { of: 'target', send: renameWithoutValidKey },
  { of: 'target', send: ({ requester }, presentation) => accessInPathForms(requester, presentation) },
  { of: 'target', send: fetchConsistent, runs: CHANGING },
  { of: 'other', send: fetch },
  { of: 'otherCreated', send: ({ editor }, presentation) => editor.rename(presentation, 'x-api-key') },
  { of: 'otherCreated', send: accessAsOther },
  { of: 'otherCreated', send: fetchConsistent },
  { of: 'target', send: ({ requester, results }) => fetchAsOtherWorkspace(requester, results) },
  { of: 'target', send: accessAsOther, runs: ALL },
  { of: 'target', send: async ({ requester }, { job }) => job !== undefined && poll(requester, job) },
  { of: 'target', send: fetchConsistent },
  // The spec does not say what these titles do. A presentation must still have a title, a string.
  { of: 'expendable', send: patchAndFetch({ title: 7 }) },
  { of: 'expendable', send: patchAndFetch({ title: null }) },
  { of: 'expendable', send: patch(() => ({ title: DIGITS })) },
  { of: 'expendable', send: fetch },
  { of: 'expendableGenerated', send: patch(() => ({ title: '' })) },
  { of: 'expendableGenerated', send: fetch },
  { of: 'target', send: ({ editor }, presentation) => editor.restore(presentation) },
  { of: 'target', send: fetch, pace: 'paced' },
  { of: 'target', send: fetchConsistent, pace: 'unpaced' },
  // Slides, alone and with the title.
  { of: 'target', send: patchAndFetch({ sections }), pace: 'paced' },
  { of: 'target', send: patch((title) => ({ title, sections, slides: sections, content })), pace: 'paced' },
  { of: 'target', send: patch(() => ({ sections })), pace: 'unpaced' },
  { of: 'target', send: fetch, pace: 'unpaced' },
  { of: 'target', send: patch((title) => ({ title, sections })), pace: 'unpaced' },
  { of: 'target', send: fetch, pace: 'unpaced' },
  { of: 'target', send: patch((title) => ({ title, slides: sections, content })), pace: 'unpaced' },
  { of: 'target', send: fetch },
  // Fields besides the title, and a blank title, also if the service rejects them: only of a presentation that this run created. With
  // a request rate, the reads at the end of the run show what took effect.
  {
    of: 'created',
    send: patch(() => ({ title: everydayTitle, url: 'https://deckhand.example/check', created_at: PAST })),
  },
  { of: 'created', send: fetch, pace: 'unpaced' },
  { of: 'created', send: patch(() => ({ title: everydayTitle, workspace_id: 'deckhand-check-workspace' })) },
  { of: 'created', send: fetch, pace: 'unpaced' },
  { of: 'created', send: unpublish },
  { of: 'created', send: patch(() => ({ title: '' })) },
  { of: 'created', send: fetch, pace: 'unpaced' },
  { of: 'target', send: fetchIfModified },
  // The reads at the end of the run show which of both titles it has.
  {
    of: 'created',
    send: ({ editor }, presentation) => editor.renameTwice(presentation, everydayTitles),
    pace: 'unpaced',
  },
];

export async function renamePresentations(
  requester: Requester,
  plan: RunPlan,
  results: RunResults,
): Promise<void> {
  const roles = rolesOf(results.presentations);
  if (!roles) return;
  const context: RenameContext = { requester, plan, results, editor: new TitleEditor(requester) };
  for (const request of renameRequests) {
    const presentation = roles[request.of];
    if (presentation && isSentIn(requester.settings, request)) await request.send(context, presentation);
  }
}

function rolesOf(presentations: readonly KnownPresentation[]): Roles | undefined {
  const [target, second] = presentations;
  if (!target) return undefined;
  const created = presentations.find(({ job }) => job === undefined);
  const other = created ?? second;
  const otherIfDifferent = other === target ? undefined : other;
  return {
    target,
    other: otherIfDifferent,
    otherCreated: otherIfDifferent === created ? created : undefined,
    expendable: created ?? target,
    created,
    expendableGenerated: created ? undefined : target,
  };
}
