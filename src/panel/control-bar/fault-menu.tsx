/** The menu "Next response": one click makes the next poll fail. It also lists the active faults. */
import { Bomb, Clock3, Hourglass, OctagonX, SlidersHorizontal, Unplug, X } from 'lucide-preact';
import type { ActiveFault, AddFaultRequest } from '../../generated/control-api.js';
import { workspaceClient } from '../api/client.js';
import { closeMenu, Menu } from '../components/menu.js';
import { now } from '../state/clock.js';
import { currentDialog } from '../state/dialogs.js';
import { getJobModel } from '../state/jobs.js';
import { item, view } from '../state/route.js';
import { runWithToast, showToast } from '../state/toasts.js';
import { faults } from '../state/workspace.js';
import { describeFault, findPrecedingFault, quotePrompt, describeRemaining } from './describe-fault.js';

interface Preset {
  readonly name: string;
  readonly hint: string;
  readonly icon: typeof Bomb;
  readonly fault: AddFaultRequest;
}

const PRESETS: readonly Preset[] = [
  {
    name: '429',
    hint: 'with Retry-After: 5',
    icon: OctagonX,
    fault: { response: { status: 429, retry_after: '5s' } },
  },
  { name: '429 alone', hint: 'without Retry-After', icon: OctagonX, fault: { response: { status: 429 } } },
  { name: '500', hint: 'the server fails', icon: Bomb, fault: { response: { status: 500 } } },
  { name: '503', hint: 'the service is down', icon: Bomb, fault: { response: { status: 503 } } },
  { name: '3 s latency', hint: 'on this clock', icon: Clock3, fault: { latency: '3s' } },
  { name: 'Dropped connection', hint: 'reset', icon: Unplug, fault: { connection: 'reset' } },
  { name: 'No response', hint: 'stays open', icon: Hourglass, fault: { connection: 'timeout' } },
];

/** The open job, if any: presets then apply to its polls only. Not a job that has ended, because nobody polls it any more. */
export function openJobId(): string | undefined {
  const { value: id } = item;
  const job = view.value === 'jobs' && id !== undefined ? getJobModel(id) : undefined;
  const end = job?.end.value ?? Infinity;
  return job && end > now.value ? id : undefined;
}

/** Adds a fault, and confirms it in a toast. */
export async function addFault(fault: AddFaultRequest): Promise<void> {
  showToast(describeFault(await workspaceClient().addFault(fault)));
}

export function FaultMenu() {
  const { value: active } = faults;
  const job = openJobId();
  return (
    <Menu
      label="Next response"
      button={
        <>
          <span aria-hidden>
            Next<span class="visually-hidden-narrow"> response</span>…
          </span>
          <span class="visually-hidden">Next response…</span>
          {active.length > 0 && (
            <span class="badge">
              {active.length}
              <span class="visually-hidden"> active</span>
            </span>
          )}
        </>
      }
    >
      <h2 dir="auto">{job === undefined ? 'The next poll' : `The next poll of ${quotePrompt(job)}`}</h2>
      <ul>
        {PRESETS.map(({ name, hint, icon: Icon, fault }) => (
          <li key={name}>
            <button
              type="button"
              class="button-plain"
              onClick={() => {
                closeMenu();
                const target = {
                  operation: 'getGenerationStatus' as const,
                  ...(job !== undefined && { job }),
                };
                void runWithToast(() => addFault({ ...fault, ...target }));
              }}
            >
              <Icon aria-hidden />
              {name} <small>{hint}</small>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            class="button-plain"
            onClick={() => {
              closeMenu();
              currentDialog.value = { kind: 'fault' };
            }}
          >
            <SlidersHorizontal aria-hidden />
            Custom… <small>any operation and status</small>
          </button>
        </li>
      </ul>
      {active.length > 0 && <ActiveFaults list={active} />}
    </Menu>
  );
}

function ActiveFaults({ list }: { readonly list: readonly ActiveFault[] }) {
  return (
    <>
      <div class="line">
        <h2>Active faults</h2>
        {list.length > 1 && (
          <button
            type="button"
            class="button-plain"
            onClick={() =>
              void runWithToast(() => workspaceClient().clearFaults(), 'All faults were removed.')
            }
          >
            Remove all
          </button>
        )}
      </div>
      <ol class="active-faults">
        {list.map((fault, index) => {
          const preceding = findPrecedingFault(list, index);
          return (
            <li class="line" key={fault.id}>
              <div>
                {describeFault(fault)}
                <p class="small">
                  {describeRemaining(fault, now.value)}
                  {preceding !== undefined && ` · after fault ${preceding}`}
                </p>
              </div>
              <button
                type="button"
                class="button-plain"
                aria-label={`Remove: ${describeFault(fault)}`}
                onClick={() =>
                  void runWithToast(() => workspaceClient().removeFault(fault.id), 'The fault was removed.')
                }
              >
                <X aria-hidden />
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}
