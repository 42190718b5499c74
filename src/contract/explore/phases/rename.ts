/** Renames presentations, fetches them, and restores the title. Sections 4.2 and 4.7. */
import { fieldOf } from '../../../base/json.js';
import type { Call } from '../../model/call.js';
import type { RunContext, FoundPresentation } from '../run-context.js';
import type { Via } from '../run-keys.js';
import { jsonOf } from '../../model/payload.js';
import { fetchSettled, poll } from './read.js';
import { fetchAsOtherWorkspace, accessAsOtherWorkspace } from './other-workspace.js';
import { sendWithoutKey } from './keys.js';
import { DIGITS, titlesFor } from '../titles.js';
import { isBodyRefusal } from '../bodies.js';

/** The interface does not say what they do. A presentation must still have a title, a string. */
const oddTitles = [7, null];
/** A service may accept it. */
const BLANK = '';

export async function renamePresentations(context: RunContext): Promise<void> {
  const [target] = context.presentations;
  if (!target) return;
  const { readOnly } = context.session.settings;
  if (context.isSmoke && !readOnly) return renameForSmoke(context, target);
  const created = context.presentations.find(({ job }) => job === undefined);
  if (readOnly) return accessAsOtherWorkspace(context, target);
  try {
    // The check created the other presentation itself, so its title is not restored.
    await renameAndFetch(context, target, created ?? context.presentations[1]);
    await sendOddTitles(context, created ?? target);
    await restoreAndProbe(context, target);
  } finally {
    await restoreTitle(context, target);
  }
}

/** One rename, and back. */
async function renameForSmoke(context: RunContext, target: FoundPresentation): Promise<void> {
  try {
    const title = await rename(context, target, 'bearer');
    await fetchSettled(context, target.id, title);
    await accessAsOtherWorkspace(context, target);
  } finally {
    await restoreTitle(context, target);
  }
}

async function renameAndFetch(
  context: RunContext,
  target: FoundPresentation,
  other: FoundPresentation | undefined,
): Promise<void> {
  const title = await rename(context, target, 'bearer');
  // The next fetch shows their effects, too. The reads without a key follow a minute later.
  const body = (text: string) => ({ title: text });
  await sendWithoutKey(context, { operation: 'updatePresentation', id: target.id, body });
  await fetchSettled(context, target.id, title);
  if (other && other !== target) {
    await fetch(context, other);
    if (other.job === undefined) {
      const otherTitle = await rename(context, other, 'x-api-key');
      await accessAsOtherWorkspace(context, other);
      await fetchSettled(context, other.id, otherTitle);
    }
  }
  await fetchAsOtherWorkspace(context);
  await accessAsOtherWorkspace(context, target);
  if (target.job !== undefined) await poll(context, target.job);
  await fetchSettled(context, target.id, title);
}

async function restoreAndProbe(context: RunContext, target: FoundPresentation): Promise<void> {
  const { id, title } = target;
  const restored = await patch(context, target, 'x-api-key', { title });
  if (context.isPaced) await fetch(context, target);
  else await fetchSettled(context, id, restored.ok ? title : undefined);
  await sendSlides(context, target);
}

/** Sends slides, alone and beside the title. Never sends is_public: the presentation may be a real one. */
async function sendSlides(context: RunContext, target: FoundPresentation): Promise<void> {
  const { title } = target;
  const sections = [{ title: '[deckhand check]' }];
  const bodies = context.isPaced
    ? [{ sections }, { title, sections, slides: sections, content: '[deckhand check]' }]
    : [{ sections }, { title, sections }, { title, slides: sections, content: '[deckhand check]' }];
  for (const body of bodies) {
    const { refused } = await patch(context, target, 'bearer', body);
    // The next fetch shows the effects of a refused PATCH, too.
    if (!context.isPaced || !refused || body === bodies.at(-1)) await fetch(context, target);
  }
}

/** Sends titles that a service may refuse. The title of the presentation is restored later, or never. */
async function sendOddTitles(context: RunContext, target: FoundPresentation): Promise<void> {
  for (const title of oddTitles) {
    const { refused } = await patch(context, target, 'bearer', { title });
    if (!refused) await fetch(context, target);
  }
  await patch(context, target, 'bearer', { title: DIGITS });
  await fetch(context, target);
  // The reads at the end of the run show what it does, also if the service refuses it.
  await patch(context, target, 'bearer', { title: BLANK });
  if (target.job !== undefined) await fetch(context, target);
}

/** @returns the new title; `undefined` if the service refused it */
async function rename(context: RunContext, target: FoundPresentation, via: Via): Promise<string | undefined> {
  for (const title of titlesFor[target.job === undefined ? 'created' : 'generated']) {
    let call = await patch(context, target, via, { title });
    if (call.status === 404) {
      // A replica may not know a new presentation yet.
      await context.session.sleep(context.session.settings.settle);
      call = await patch(context, target, via, { title });
    }
    if (call.ok) return title;
    // A firewall may refuse markup with 403.
    if (call.status === 404 || !(isBodyRefusal(call) || call.status === 403)) return undefined;
    // The next title would hide that the service stores a refused one.
    if (context.isFirst('refused title')) await fetch(context, target);
  }
  return undefined;
}

/** Restores the original title, also after an error or an interruption. */
async function restoreTitle(context: RunContext, target: FoundPresentation): Promise<void> {
  const { session, shownTitles } = context;
  if (shownTitles.get(target.id) === target.title) return;
  const shown = await session.call({ operation: 'getPresentation', id: target.id, ignoresBudget: true });
  if (!shown.ok || shown.received.kind !== 'json' || fieldOf(shown.received.value, 'title') === target.title)
    return;
  const call = await patch(context, target, 'bearer', { title: target.title }, true);
  if (!call.ok) session.note(`the title of presentation ${target.id} could not be restored`);
}

async function fetch(context: RunContext, { id }: FoundPresentation): Promise<Call> {
  const call = await context.session.call({ operation: 'getPresentation', id });
  if (call.ok) context.shownTitles.set(id, fieldOf(jsonOf(call.received), 'title'));
  return call;
}

function patch(
  context: RunContext,
  { id }: FoundPresentation,
  via: Via,
  body: unknown,
  ignoresBudget = false,
): Promise<Call> {
  context.shownTitles.delete(id);
  return context.session.call({ operation: 'updatePresentation', id, via, body, ignoresBudget });
}
