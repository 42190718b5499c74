/** The verbs about scenarios: list them, and select the one that a workspace plays. */
import type { ScenarioList } from '../../generated/control-api.js';
import { checkScenario } from '../../scenario/check.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import type { Timeline } from '../../scenario/timeline.js';
import { badInput, notFound } from './refuse.js';
import { refuseForReplay } from './replayed-jobs.js';
import { plannedTimeline } from './planned-timeline.js';
import { changes, type ControlContext, type Verb } from './verb-context.js';
import type { BodyOf } from '../../control/verb-types.js';
import { workspaceView } from './workspaces.js';

/** The name of a scenario that was sent as an object or a text instead of a name. */
export const INLINE = 'inline';

export const listScenarios: Verb<'listScenarios'> = ({ service }) => scenarioList(service);

export const scenarioList = (service: ControlContext['service']): ScenarioList => ({
  scenarios: service.shared.library.list().map((timeline) => ({
    name: timeline.name,
    title: timeline.title,
    ...(timeline.description !== '' && { description: timeline.description }),
    timeline: plannedTimeline(timeline),
  })),
  refused: service.shared.library.invalidFiles().map(({ name, errors }) => ({
    name,
    errors: errors.map((error) => error.format()),
  })),
});

export const getScenario: Verb<'getScenario'> = ({ service }, { params }) => {
  const { scenario: name = '' } = params;
  const timeline = service.shared.library.get(name);
  if (!timeline) throw notFound(`scenario ${name.slice(0, 64)}`);
  return { name, scenario: timeline.document };
};

export const useScenario: Verb<'useScenario'> = async (control, call) => {
  const timeline = await timelineOf(call.body, control.service.shared.library);
  const activate = changes<'useScenario'>((context) => {
    refuseForReplay(context.state.replay);
    context.state.activate(timeline);
    return workspaceView(context);
  });
  return activate(control, call);
};

export const clearScenario = changes<'clearScenario'>((context) => {
  context.state.activate(undefined);
  return workspaceView(context);
});

async function timelineOf(
  { name, yaml, scenario }: BodyOf<'useScenario'>,
  library: ScenarioLibrary,
): Promise<Timeline> {
  if (yaml !== undefined && scenario !== undefined)
    throw badInput([{ pointer: '/yaml', detail: 'stands beside another scenario: send one of the two' }]);
  if (yaml !== undefined) {
    const { timelineOfText } = await import('./scenario-texts.js');
    return timelineOfText(name ?? INLINE, yaml, '/yaml');
  }
  if (scenario === undefined) {
    const known = library.get(name ?? '');
    if (known) return known;
    throw badInput([{ pointer: '/name', detail: `names no scenario: ${library.unknown(name ?? '')}` }]);
  }
  const checked = checkScenario(name ?? INLINE, scenario);
  if ('timeline' in checked) return checked.timeline;
  throw badInput(
    checked.mistakes.map(({ pointer, expected }) => ({ pointer: `/scenario${pointer}`, detail: expected })),
  );
}
