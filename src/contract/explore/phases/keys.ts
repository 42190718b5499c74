/** Sends requests without a key, with wrong keys and with a key without API access, to each operation. Section 5. */
import type { Call } from '../../trace/call.js';
import type { RunContext, WrongKey } from '../run-context.js';
import type { RequestSpec } from '../request-spec.js';

interface Probe extends Pick<RequestSpec, 'operation' | 'id'> {
  /** The body. Each writing request has a text of its own, so its effect can be told from those of the others. */
  readonly body?: (text: string) => unknown;
  /** Each round sends the requests once for each operation. */
  readonly round?: number;
}

/** Sends the probe without a key, and with wrong keys. @returns whether one of them had a cost */
export async function sendWithoutKey(context: RunContext, probe: Probe): Promise<boolean> {
  if (context.isSmoke && probe.operation !== 'listTemplates') return false;
  if (context.isFirst(`no key ${probe.operation} ${probe.round ?? 1}`)) {
    const call = await send(context, probe, { by: 'none' }, 'without a key');
    if (isCostly(call)) return true;
  }
  if (!context.isFirst(`wrong keys ${probe.operation} ${probe.round ?? 1}`)) return false;
  return sendAll(context, probe, context.wrongKeys(probe.operation));
}

/** @returns whether it was sent: once in a run for each operation */
export async function sendWithMissingKey(context: RunContext, probe: Probe): Promise<boolean> {
  if (!context.isFirst(`no key ${probe.operation} ${probe.round ?? 1}`)) return false;
  await send(context, probe, { by: 'none' }, 'without a key');
  return true;
}

/** @returns whether any was sent: once in a run for each operation */
export async function sendWithWrongKeys(context: RunContext, probe: Probe): Promise<boolean> {
  if (!context.isFirst(`wrong keys ${probe.operation} ${probe.round ?? 1}`)) return false;
  await sendAll(context, probe, context.wrongKeys(probe.operation));
  return true;
}

/** With a request rate, most operations get near misses of the key late in a run: then they hold nothing up. */
export async function sendNearMisses(context: RunContext, probe: Probe): Promise<void> {
  if (!context.isPaced || context.isSmoke) return;
  await sendAll(context, probe, context.nearMisses);
}

/** Whether the request started a job or created a presentation. */
const isCostly = ({ ok, operation }: Call): boolean =>
  ok && (operation === 'startGeneration' || operation === 'createPresentation');

/** Ends with the first that has a cost. @returns whether there was one */
async function sendAll(context: RunContext, probe: Probe, wrongKeys: readonly WrongKey[]): Promise<boolean> {
  for (const { kind, via } of wrongKeys) {
    const call = await send(
      context,
      probe,
      { by: 'wrong', wrongKey: kind, via },
      `with ${kind} key in ${via}`,
    );
    if (isCostly(call)) return true;
  }
  return false;
}

function send(
  { session }: RunContext,
  { body, round: _, ...probe }: Probe,
  key: Pick<RequestSpec, 'by' | 'via' | 'wrongKey'>,
  text: string,
): Promise<Call> {
  return session.call({ ...probe, ...key, ...(body && { body: body(`[deckhand check] ${text}`) }) });
}

/** A job may be public by mistake in one state only. With a request rate, only the likeliest states are probed. */
export async function pollWithoutKey(context: RunContext, id: string, status: string): Promise<void> {
  const probe = { operation: 'getGenerationStatus', id } as const;
  if (context.isSmoke || !context.isFirst(`keys ${probe.operation} ${status}`)) return;
  if (!context.isPaced || status === 'completed') await send(context, probe, { by: 'none' }, status);
  const isFirst = context.isFirst(`all keys ${probe.operation}`);
  if (context.isPaced && !isFirst) return;
  const all = context.wrongKeys(probe.operation);
  await sendAll(context, probe, isFirst ? all : all.filter(({ kind }) => kind === 'unknown'));
}

/** An accepted start creates a job, so the job limit must allow one more. */
export async function startWithoutKey(context: RunContext, body: unknown): Promise<void> {
  if (context.jobsLeft <= 0 || !context.isFirst('keys of a start')) return;
  context.jobsLeft--;
  const isStarted = await sendWithoutKey(context, {
    operation: 'startGeneration',
    body: (text) => ({ ...Object(body), prompt: `${context.session.settings.prompt} ${text}` }) as unknown,
  });
  if (!isStarted) context.jobsLeft++;
}

/** Sends requests with the key of a workspace without API access. Section 5.4. */
export async function sendWithDisabledKey(context: RunContext): Promise<void> {
  const { settings } = context.session;
  if (settings.disabledApiKey === undefined) return;
  const text = 'with a key without API access';
  for (const via of ['bearer', 'x-api-key'] as const)
    await send(context, { operation: 'listTemplates' }, { by: 'disabled', via }, text);
  const [presentation] = context.presentations;
  const [job] = context.finished;
  const probes: Probe[] = [
    ...(presentation ? [{ operation: 'getPresentation', id: presentation.id } as const] : []),
    ...(job ? [{ operation: 'getGenerationStatus', id: job.id } as const] : []),
    ...(settings.readOnly || context.jobsLeft <= 0
      ? []
      : [
          {
            operation: 'startGeneration',
            body: (prompt: string) => context.starter.bodyFor(prompt),
          } as const,
        ]),
  ];
  for (const probe of probes) await send(context, probe, { by: 'disabled' }, text);
}
