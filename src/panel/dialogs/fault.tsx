/** Adds a fault: operation, status, `Retry-After`, and how many responses. The server validates the values. */
import type { AddFaultRequest } from '../../generated/control-api.js';
import { openJobId, addFault } from '../control-bar/fault-menu.js';
import { Dialog } from '../../ui/dialog.js';
import { FieldError, useFormError } from '../components/field-error.js';
import { OPERATION_LABELS, OPERATIONS } from '../components/operation-labels.js';
import { isLive } from '../state/connection.js';

export function FaultDialog({ onClose }: { readonly onClose: () => void }) {
  const error = useFormError();
  const job = openJobId();
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const fields = Object.fromEntries(form) as Readonly<Record<string, string>>;
    const text = (name: string): string => fields[name]?.trim() ?? '';
    const fault = {
      ...(text('operation') !== '' && {
        operation: text('operation') as AddFaultRequest['operation'] & string,
      }),
      ...(job !== undefined && { job }),
      times: Number(text('times')),
      response: {
        status: Number(text('status')),
        ...(text('retryAfter') !== '' && { retry_after: text('retryAfter') }),
      },
    };
    if (await error.attempt(() => addFault(fault))) onClose();
  };
  return (
    <Dialog title="The next response" onClose={onClose}>
      <form class="stack" onInput={error.clear} onSubmit={(event) => void send(event)}>
        <div class="cluster wrap fields">
          <label>
            Operation
            <select name="operation">
              <option value="">any</option>
              {OPERATIONS.map((id) => (
                <option value={id} selected={id === 'getGenerationStatus'} key={id}>
                  {OPERATION_LABELS[id]}
                </option>
              ))}
            </select>
          </label>
          <label>
            Status
            <input
              type="number"
              name="status"
              class="short"
              min={200}
              max={599}
              required
              defaultValue="503"
            />
          </label>
          <label>
            Retry-After
            <input type="text" name="retryAfter" class="short" placeholder="none" />
          </label>
          <label>
            Times
            <input type="text" name="times" class="short" defaultValue="1" />
          </label>
        </div>
        <FieldError error={error} />
        <div class="buttons end">
          <button type="submit" class="button-primary" disabled={!isLive.value}>
            Add fault
          </button>
        </div>
      </form>
    </Dialog>
  );
}
