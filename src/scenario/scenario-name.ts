/** The rule for the names of scenarios, and of their files. It imports nothing, so that the panel can share it. */

const SCENARIO_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Names that Windows reserves for devices, with any extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])$/i;

/** @param name the name of a scenario, or of its file without the extension */
export function isScenarioName(name: string): boolean {
  return SCENARIO_NAME.test(name);
}

/**
 * What is wrong with the name of a new file, such as `must have …`; empty if it is valid. Scenarios are shared between systems, so
 * the name must be valid on all of them.
 */
export function findFileNameIssue(name: string): string {
  if (DEVICE_NAME.test(name)) return `must not be ${name}, which Windows reserves for a device`;
  return isScenarioName(name) ? '' : 'must have 1 to 64 lowercase letters, digits and hyphens';
}
