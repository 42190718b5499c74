/** Saves the text of a scenario as a file, and loads it. The server provides the writer, because the service has no files. */
import type { SavedScenario, SaveScenarioRequest } from '../../generated/control-api.js';
import { UserError } from '../../base/user-error.js';
import { compileScenarioText } from '../../scenario/compile-text.js';
import { findFileNameIssue } from '../../scenario/scenario-name.js';
import { NO_FILES } from './scenarios.js';
import { inputError } from './validate-input.js';
import type { ControlContext } from './workspace-context.js';

/** @throws UserError with a reason; then nothing was written or loaded */
export async function saveScenario(
  context: ControlContext,
  name: string,
  { text, previous }: SaveScenarioRequest,
): Promise<SavedScenario> {
  const { service, sources, editing } = context;
  const nameIssue = findFileNameIssue(name);
  if (nameIssue !== '') throw inputError([{ pointer: '/scenario', detail: nameIssue }]);
  const saving = sources?.saving ?? NO_FILES;
  if (!sources || !editing || 'reason' in saving)
    throw new UserError('not-writable', (saving as typeof NO_FILES).reason);
  const { errors } = await editing.check({ text });
  if (errors.length > 0)
    throw inputError(
      errors.map(({ message, line, column }) => ({
        pointer: '/text',
        detail: `line ${line}, column ${column}: ${message}`,
      })),
    );
  const compiled = compileScenarioText({ name, file: name, text });
  if ('errors' in compiled) throw compiled.errors[0];
  const { file, hash } = sources.save(name, text, {
    previous,
    assertReplaceable: (oldText, path) => {
      if (service.redactor.redactText(oldText) !== oldText)
        throw new UserError(
          'not-writable',
          `${path} contains a key, which is hidden here: edit the file itself.`,
        );
    },
  });
  service.shared.library.set(compiled.timeline);
  service.markScenariosChanged();
  return { name, file, hash };
}
