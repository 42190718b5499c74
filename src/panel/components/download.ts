/** Downloads JSON or other data as a file. */

export function download(name: string, json: unknown): void {
  downloadBlob(name, new Blob([JSON.stringify(json, null, 2)], { type: 'application/json' }));
}

export function downloadBlob(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
