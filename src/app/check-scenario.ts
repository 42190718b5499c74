/** Checks the text of a scenario: its errors and warnings with their positions, its timeline, and what a client sees. */
import type {
  CheckScenarioRequest,
  PreviewResponse,
  ScenarioCheck,
  ScenarioIssue,
  ScenarioPreview,
} from '../generated/control-api.js';
import { didYouMean } from '../base/did-you-mean.js';
import type { InputIssue, UserError } from '../base/user-error.js';
import { compileScenarioText, issuesToErrors, type ScenarioSourceText } from '../scenario/compile-text.js';
import { ScenarioLibrary } from '../scenario/library.js';
import type { Timeline } from '../scenario/timeline.js';
import { findShadowedFaults, findUnreachableFaults } from '../scenario/unreachable-faults.js';
import { UNNAMED_SCENARIO, summarizeTimeline } from '../service/control/scenarios.js';
import { DEFAULT_WORKSPACE } from '../service/default-registry.js';
import { getStateText, listJobPhases } from '../service/job-phases.js';
import { projectCurrentJob } from '../service/job-view.js';
import { createPreviewService } from './preview.js';
import { PREVIEW_START, PreviewClient, type PreviewStep } from './preview-client.js';

export interface CheckedScenario {
  /** Undefined if the text has errors that prevent a timeline. */
  readonly timeline: Timeline | undefined;
  readonly errors: readonly UserError[];
  /** About faults that are never applied. The scenario is still valid. */
  readonly warnings: readonly UserError[];
}

/** The interval that clients use if nothing else is documented. */
const POLL_INTERVAL_MS = 3000;

/** The ids of all rules that a scenario can violate on purpose. The judge is loaded with the first call. */
export async function loadRuleIds(): Promise<readonly string[]> {
  const { serviceRules } = await import('../judge/index.js');
  return serviceRules.map(({ id }) => id);
}

/** @param ruleIds the ids of all rules */
export function checkScenarioText(source: ScenarioSourceText, ruleIds: readonly string[]): CheckedScenario {
  const parsed = compileScenarioText(source);
  if ('errors' in parsed) return { timeline: undefined, errors: parsed.errors, warnings: [] };
  const { timeline } = parsed;
  return {
    timeline,
    errors: issuesToErrors(source, findUnknownRules(timeline, ruleIds)),
    warnings: issuesToErrors(source, [...findShadowedFaults(timeline), ...findUnreachableFaults(timeline)]),
  };
}

/** Checks a text for an editor. */
export async function checkScenario({ text, at = 0, replies }: CheckScenarioRequest): Promise<ScenarioCheck> {
  const source = { name: UNNAMED_SCENARIO, file: '', text };
  const { timeline, errors, warnings } = checkScenarioText(source, await loadRuleIds());
  const result = { errors: errors.map(toIssue), warnings: warnings.map(toIssue) };
  if (!timeline || errors.length > 0) return result;
  const library = new ScenarioLibrary();
  library.set(timeline);
  const createClient = (): PreviewClient =>
    new PreviewClient(timeline, createPreviewService(timeline, library), {
      pollInterval: POLL_INTERVAL_MS,
      replyAfter: replies === undefined ? undefined : replies ? 'always' : 'never',
    });
  return {
    ...result,
    timeline: summarizeTimeline(timeline),
    preview: buildPreview(createClient(), createClient(), at),
  };
}

/** The entries of `violates` that are not rule ids. */
function findUnknownRules({ violates }: Timeline, ruleIds: readonly string[]): InputIssue[] {
  return violates.flatMap((id, index) =>
    ruleIds.includes(id)
      ? []
      : [{ pointer: `/violates/${index}`, detail: `is the unknown rule ${id}.${didYouMean(id, ruleIds)}` }],
  );
}

function toIssue({ message, position, issues: [issue] }: UserError): ScenarioIssue {
  return {
    message,
    line: position?.line ?? 1,
    column: position?.column ?? 1,
    ...(issue && { pointer: issue.pointer }),
  };
}

/** @param whole shows the complete job @param partial stops at a time, because its last poll changes how later ones are counted */
function buildPreview(whole: PreviewClient, partial: PreviewClient, at: number): ScenarioPreview {
  const stoppedBy = whole.run();
  partial.runUntil(at);
  const { steps } = partial;
  const responses = (['start', 'reply', 'poll'] as const).flatMap(
    (kind) => steps.findLast(({ request }) => request === kind) ?? [],
  );
  return {
    parts: listParts(whole),
    requests: whole.steps.map(({ request, at: time, status, fault }) => ({
      request,
      at: time,
      status,
      ...(fault !== undefined && { fault }),
    })),
    stopped_by: stoppedBy,
    responses: responses.map(toResponse),
  };
}

function listParts({ jobId, service }: PreviewClient): ScenarioPreview['parts'] {
  const job = jobId === undefined ? undefined : service.shared.store.job(DEFAULT_WORKSPACE, jobId);
  const current = job && projectCurrentJob(job, service.shared, job.startedAt);
  if (!current) return [];
  return listJobPhases(current.timeline, current.job).map(({ state, from, until }) => {
    const text = getStateText(state);
    return {
      status: state.status,
      from: from - PREVIEW_START,
      until: until === Infinity ? null : until - PREVIEW_START,
      ...(text !== undefined && { text }),
    };
  });
}

function toResponse({ request, at, status, headers, body, fault }: PreviewStep): PreviewResponse {
  return {
    request,
    at,
    status,
    headers: Object.entries(headers),
    body,
    ...(fault !== undefined && { fault }),
  };
}
