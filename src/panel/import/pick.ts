/** Opens a recording: from the file dialog of the browser, or a file that is dropped anywhere on the panel. */
import { signal } from '@preact/signals';
import { importFile } from './state.js';

/** Whether a file is dragged above the panel. */
export const isDragging = signal(false);

export function pickRecording(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.har,.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) importFile(file);
  });
  input.click();
}

/** Listens until the page is closed. */
export function listenToDrops(): void {
  const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
  addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isDragging.value = true;
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    // Leaving the page, not an element inside it.
    if (relatedTarget === null) isDragging.value = false;
  });
  addEventListener('drop', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isDragging.value = false;
    const [file] = event.dataTransfer?.files ?? [];
    if (file) importFile(file);
  });
}
