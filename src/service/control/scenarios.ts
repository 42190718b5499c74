/** Lists the scenarios. */
import type { ScenarioList } from '../../generated/control-api.js';
import type { Service } from '../service.js';
import { plannedTimeline } from './planned-timeline.js';

/** The name of a scenario that was sent as an object or a text instead of a name. */
export const INLINE = 'inline';

export const scenarioList = (service: Service): ScenarioList => ({
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
