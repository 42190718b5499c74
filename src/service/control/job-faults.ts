/** The faults that a user added to the polls and messages of a job, as faults of a scenario. The journal has their effects. */
import type { Fault } from '../../generated/control-api.js';
import { getHeader, type Exchange } from '../../journal/exchange.js';
import { formatDuration } from '../../scenario/duration.js';

type FaultEffects = Omit<Fault, 'operation' | 'requests'>;

interface AppliedFault {
  readonly operation: CountedOperation;
  readonly from: number;
  to: number;
  readonly effects: FaultEffects;
}

/** Each job counts these requests itself. */
type CountedOperation = 'getGenerationStatus' | 'sendGenerationMessage';
const COUNTED: readonly string[] = [
  'getGenerationStatus',
  'sendGenerationMessage',
] satisfies CountedOperation[];

/** How the journal names the faults that no scenario has. */
const ACTIVE_FAULT = /^active: (?<effects>[^;]*)/;

/** The service rejects these before it applies faults. */
const REJECTED_BEFORE_FAULTS: readonly (number | undefined)[] = [401, 403, 429];

/** Longer bodies are left out. */
const MAX_BODY_CHARACTERS = 2000;

export function buildAppliedFaults(exchanges: readonly Exchange[], jobId: string): Fault[] {
  const counts = new Map<string, number>();
  const faults: AppliedFault[] = [];
  const ofJob = exchanges
    // A fault that replaces the response hides its job.
    .filter(({ request }) => request.url.includes(`/presentations/generate/${jobId}/`))
    .toSorted((one, other) => one.sequence - other.sequence);
  for (const exchange of ofJob) {
    const { operationId = '', fault } = exchange.metadata ?? {};
    if (!COUNTED.includes(operationId)) continue;
    if (fault === undefined && REJECTED_BEFORE_FAULTS.includes(exchange.response?.status)) continue;
    const number = (counts.get(operationId) ?? 0) + 1;
    counts.set(operationId, number);
    const effects = readEffects(exchange);
    if (effects)
      addFault(faults, { operation: operationId as CountedOperation, from: number, to: number, effects });
  }
  return faults.map(({ operation, from, to, effects }) => ({
    operation,
    requests: from === to ? from : `${from}..${to}`,
    ...effects,
  }));
}

/** Equal faults of consecutive requests become one. */
function addFault(faults: AppliedFault[], fault: AppliedFault): void {
  const previous = faults.findLast(({ operation }) => operation === fault.operation);
  if (previous?.to === fault.from - 1 && JSON.stringify(previous.effects) === JSON.stringify(fault.effects))
    previous.to = fault.to;
  else faults.push(fault);
}

/** Undefined if no added fault changed the response. */
function readEffects(exchange: Exchange): FaultEffects | undefined {
  const { startedAt, endedAt, failure, response, metadata } = exchange;
  const named = ACTIVE_FAULT.exec(metadata?.fault ?? '')?.groups?.['effects']?.split(', ');
  if (!named) return undefined;
  const length = formatDuration(Math.max(1, Math.round(endedAt - startedAt)));
  const effects: FaultEffects = {
    ...(named.some((effect) => effect.startsWith('responds ')) &&
      response && { response: readResponse(exchange) }),
    ...((failure === 'reset' || failure === 'timeout') && { connection: failure }),
    ...(failure === 'truncated' && { corrupt: failure }),
    ...(named.includes('malformed body') && { corrupt: 'malformed' as const }),
    ...(named.includes('delayed') && { latency: length }),
    ...(named.includes('slow body') && { drip: length }),
  };
  return Object.keys(effects).length > 0 ? effects : undefined;
}

function readResponse({ response, metadata }: Exchange): NonNullable<Fault['response']> {
  const { status = 0, headers = [], body } = response ?? {};
  const seconds = getHeader(headers, 'retry-after');
  const hasOwnBody = metadata?.problem === undefined && body !== undefined && !body.truncated;
  return {
    status,
    ...(seconds !== undefined && /^\d{1,9}$/.test(seconds) && { retry_after: `${seconds}s` }),
    ...(hasOwnBody && body.text.length <= MAX_BODY_CHARACTERS && parseBody(body.text)),
  };
}

/** Without a body if a fault has broken it. */
function parseBody(text: string): { readonly body?: unknown } {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}
