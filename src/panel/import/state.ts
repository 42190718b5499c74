/** The recording that is open in the panel. It stays in the browser: nothing of it is sent to the server. */
import { signal } from '@preact/signals';
import { go, route } from '../state/route.js';
import { showToast } from '../state/toasts.js';
import { MAX_BYTES, type FromWorker, type MadeScenario, type Recording, type ToWorker } from './recording.js';

export type ImportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'read'; readonly recording: Recording }
  | { readonly kind: 'failed'; readonly message: string };

export const imported = signal<ImportState>({ kind: 'none' });

let worker: Worker | undefined;

/** Reads a file in a worker, and shows it. An earlier recording is replaced. */
export function importFile(file: File): void {
  worker?.terminate();
  worker = undefined;
  if (route.value.view !== 'import') go({ view: 'import' });
  if (file.size > MAX_BYTES) {
    const size = Math.ceil(file.size / 1_048_576);
    const message = `${file.name} has ${size} MB. The panel reads up to ${MAX_BYTES / 1_048_576} MB: use deckhand judge ${file.name}.`;
    imported.value = { kind: 'failed', message };
    return;
  }
  imported.value = { kind: 'reading', name: file.name };
  void ask({ file }).then((answer) => {
    if ('recording' in answer) imported.value = { kind: 'read', recording: answer.recording };
    else imported.value = { kind: 'failed', message: 'error' in answer ? answer.error : '' };
  });
}

/** The scenario that replays a job of the open recording; undefined after an error, which is shown. */
export async function makeScenario(job: string): Promise<MadeScenario | undefined> {
  const answer = await ask({ make: job });
  if ('made' in answer) return answer.made;
  showToast('error' in answer ? answer.error : '', true);
  return undefined;
}

/** Sends a question to the worker. Each question has one answer, and the user asks one after the other. */
function ask(question: ToWorker): Promise<FromWorker> {
  const own = (worker ??= new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' }));
  return new Promise((resolve) => {
    own.onmessage = ({ data }: MessageEvent<FromWorker>) => resolve(data);
    own.onerror = ({ message }) => resolve({ error: `The recording could not be judged: ${message}` });
    own.postMessage(question);
  });
}
