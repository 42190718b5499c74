/** Recognizes and names scenario files. Both kinds of slashes separate folders. */

const EXTENSIONS = /\.(?:yaml|yml|json)$/i;
const SCHEMA_FILE = 'scenario.schema.json';

/** @param file a path or a file name */
export function isScenarioFile(file: string): boolean {
  const name = baseName(file);
  return EXTENSIONS.test(name) && name !== SCHEMA_FILE && !name.startsWith('.');
}

/** The name of a scenario: the file name without the extension. */
export function scenarioName(file: string): string {
  return baseName(file).replace(/(?<=.)\.[^.]*$/, '');
}

function baseName(file: string): string {
  return file.replace(/^.*[/\\]/s, '');
}
