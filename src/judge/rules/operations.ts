/** The seven operations: endpoint, section and valid calls. Sections 1 and 4. */
import { routes, type OperationId } from '../../generated/routes.js';
import { endedBefore, isRename, type Call } from '../model/call.js';
import { getReplies, type JobHistory, type QuestionReply } from '../model/job-history.js';
import type { PresentationHistory } from '../model/presentation-history.js';
import { memoizeByTrace, type Trace } from '../model/trace.js';

const SECTIONS: Readonly<Record<OperationId, string>> = {
  listTemplates: '4.1',
  getPresentation: '4.2',
  createPresentation: '4.3',
  startGeneration: '4.4',
  getGenerationStatus: '4.5',
  sendGenerationMessage: '4.6',
  updatePresentation: '4.7',
};

/** The operations whose response body the spec defines. */
export const OPERATIONS_WITH_RESPONSE_BODY: ReadonlySet<OperationId> = new Set([
  'listTemplates',
  'getPresentation',
  'startGeneration',
  'getGenerationStatus',
]);

export interface OperationMeta {
  readonly id: OperationId;
  /** In messages: `GET /presentations/{id}`. */
  readonly endpoint: string;
  /** The section of the spec that documents the operation. */
  readonly section: string;
}

export const operations: readonly OperationMeta[] = routes.map(({ operationId, method, path }) => ({
  id: operationId,
  endpoint: `${method} ${path}`,
  section: SECTIONS[operationId],
}));

const validCallsByOperation: Readonly<Record<OperationId, (trace: Trace) => readonly Call[]>> = {
  listTemplates: (trace) => trace.callsWithValidKey('listTemplates'),
  getPresentation: memoizeByTrace((trace) => trace.presentations.flatMap(getFetchesOfKnown)),
  createPresentation: (trace) => trace.callsWithValidKey('createPresentation'),
  startGeneration: (trace) => trace.callsWithValidKey('startGeneration'),
  getGenerationStatus: memoizeByTrace((trace) => trace.jobs.flatMap(getPollsOfStartedJob)),
  sendGenerationMessage: (trace) =>
    trace.jobs
      .flatMap(getReplies)
      .filter(isReplyToOpenQuestion)
      .map(({ call }) => call),
  updatePresentation: memoizeByTrace((trace) => trace.presentations.flatMap(getRenamesByOwner)),
};

/** The calls of an operation that the spec allows, with any result. */
export const getValidCalls = (trace: Trace, operation: OperationId): readonly Call[] =>
  validCallsByOperation[operation](trace);

function getFetchesOfKnown({ snapshots, fetches }: PresentationHistory): readonly Call[] {
  const [first] = snapshots;
  // Creating may take time: until a response has contained the presentation, it may not exist yet.
  return first ? fetches.filter((call) => call === first.call || endedBefore(first.call, call)) : [];
}

function getPollsOfStartedJob({ start, polls }: JobHistory): readonly Call[] {
  return start ? polls : [];
}

function getRenamesByOwner({ patches, owner }: PresentationHistory): readonly Call[] {
  return patches.filter((call) => call.credential.key === owner && isRename(call));
}

/** A late reply may get a 404 because the question, or its job, has expired. */
const isReplyToOpenQuestion = ({ call, after }: QuestionReply): boolean =>
  call.status !== 404 || after?.status === 'awaiting_input';
