/** Previews a scenario: the requests and responses of a simulated client. */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';
import type { Service } from '../service/service.js';
import { Deckhand } from './deckhand.js';
import { PreviewClient, type Preview, type PreviewClientOptions } from './preview-client.js';
import type { ScenarioName } from './scenario-names.js';

export interface PreviewOptions extends PreviewClientOptions {
  /** The seed for steps with a probability, and for ranges. Default: that of a server. */
  readonly seed?: number;
}

/** A new mock server whose jobs play a timeline of the library. */
export function createPreviewService(timeline: Timeline, library: ScenarioLibrary, seed?: number): Service {
  const scenario = timeline.name as ScenarioName;
  return new Deckhand({ scenario, ...(seed !== undefined && { seed }) }, { library }).service;
}

/** The client starts a job, polls it, replies to questions, waits for `Retry-After`, and stops at the end. */
export function previewScenario(
  timeline: Timeline,
  library: ScenarioLibrary,
  { seed, ...options }: PreviewOptions,
): Preview {
  const client = new PreviewClient(timeline, createPreviewService(timeline, library, seed), options);
  const stoppedBy = client.run();
  return { steps: client.steps, stoppedBy };
}
