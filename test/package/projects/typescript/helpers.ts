/** Helpers that tests share. */
import {
  connectDeckhand,
  createDeckhand,
  hashKey,
  UserError,
  type AnyWorkspace,
  type ClientReportOptions,
  type ConnectOptions,
  type Deckhand,
  type DeckhandOptions,
  type FilePosition,
  type InputIssue,
  type JournalFilter,
  type RemoteDeckhand,
  type RemoteWorkspace,
  type ScenarioInput,
  type ScenariosOption,
  type UserErrorCode,
  type Workspace,
} from 'deckhand';
import type { CustomScenarios, ScenarioName } from 'deckhand/scenarios';
import type {
  ActiveFault,
  AddFaultRequest,
  Exchange,
  Fault,
  JobInfo,
  OperationId,
  Scenario,
  Snapshot,
  Step,
  WorkspaceInfo,
} from 'deckhand/types';

declare module 'deckhand/scenarios' {
  interface CustomScenarios {
    checkout: true;
  }
}

export const customNames: readonly (keyof CustomScenarios)[] = ['checkout'];
export const screens: readonly ScenarioName[] = ['happy-path', 'timeout-failure', 'checkout'];

const fail = (error: string): Step => ({ fail: { error } });
const slowPolls: Fault = { operation: 'getGenerationStatus', latency: '2s' };
const checkout: Scenario = { title: 'Checkout', steps: [fail('Out of credit.')], faults: [slowPolls] };
const scenarios: ScenariosOption = { checkout };

export function start(scenario: ScenarioInput, options: DeckhandOptions = {}): Deckhand {
  return createDeckhand({ scenarios, scenario, ...options });
}

export function connect(origin: string, options: ConnectOptions = {}): RemoteDeckhand {
  return connectDeckhand(origin, options);
}

/** A workspace in this process or on a server. */
export async function summarize(workspace: AnyWorkspace): Promise<string> {
  const { id, plan }: WorkspaceInfo = await workspace.info();
  const jobs: readonly JobInfo[] = await workspace.jobs();
  return `${id} (${plan}): ${jobs.length} jobs`;
}

export const failNext = (workspace: Workspace, operation: OperationId): ActiveFault => {
  const fault: AddFaultRequest = { operation, response: { status: 503 } };
  return workspace.addFault(fault);
};

export const statuses = (workspace: Workspace, filter: JournalFilter): (number | undefined)[] =>
  workspace.journal(filter).map(({ response }: Exchange) => response?.status);

export const violations = async (workspace: RemoteWorkspace, options: ClientReportOptions): Promise<number> =>
  (await workspace.clientReport(options)).summary.fail;

export const copy = (from: Workspace, to: Workspace): Snapshot => {
  const snapshot = from.snapshot();
  to.restore(snapshot);
  return snapshot;
};

export const addKey = (deckhand: Deckhand, key: string): Promise<void> =>
  deckhand.arrange(({ workspace, apiKey }) => {
    const other = workspace.create({ id: 'ws_new', name: 'New' });
    apiKey.create({ hash: hashKey(key), workspace: other });
  });

const EXPECTED: readonly UserErrorCode[] = ['invalid-scenario', 'unknown-scenario'];

export function explain(error: unknown): string {
  if (!(error instanceof UserError) || !EXPECTED.includes(error.code)) throw error;
  const at = (position: FilePosition | undefined): string => (position ? `line ${position.line}: ` : '');
  return error.issues.map(({ detail, position }: InputIssue) => at(position) + detail).join('\n');
}
