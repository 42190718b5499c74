/** The sources of scenarios of a replica: the files of one machine are not those of the others, so none is written. */
import type { ScenarioSources } from '../service/control/scenario-sources.js';

const REASON =
  'Replicas share their scenarios through the store, and write no files. Save it in memory: the store keeps it for all replicas.';

export const SHARED_SOURCES: ScenarioSources = {
  read: () => undefined,
  folder: () => ({ reason: REASON }),
  target: () => ({ reason: REASON }),
  write: () => undefined,
};
