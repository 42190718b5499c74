/** All mutants: each is the plain service with one broken promise, which the judge has to find. */
import { authentication } from './catalogue/authentication.js';
import { consequences } from './catalogue/consequences.js';
import { creations } from './catalogue/creations.js';
import { freeTexts } from './catalogue/free-texts.js';
import { jobIdentity } from './catalogue/job-identity.js';
import { jobsTogether } from './catalogue/jobs-together.js';
import { limits } from './catalogue/limits.js';
import { missingOperations } from './catalogue/operations.js';
import { payloads } from './catalogue/payloads.js';
import { polls } from './catalogue/polls.js';
import { presentationFields } from './catalogue/presentation-fields.js';
import { presentationIdentity } from './catalogue/presentation-identity.js';
import { progress } from './catalogue/progress.js';
import { questionsAndFailures } from './catalogue/questions-and-failures.js';
import { rename } from './catalogue/rename.js';
import { slides } from './catalogue/slides.js';
import { statuses } from './catalogue/statuses.js';
import { start } from './catalogue/start.js';
import { templates } from './catalogue/templates.js';
import { terminal } from './catalogue/terminal.js';
import { timestamps } from './catalogue/timestamps.js';
import { titleTexts } from './catalogue/title-texts.js';
import { tokens } from './catalogue/tokens.js';
import { values } from './catalogue/values.js';
import { workspaces } from './catalogue/workspaces.js';
import type { Mutant } from './mutant.js';

export const mutants: readonly Mutant[] = unique([
  ...authentication,
  ...missingOperations,
  ...payloads,
  ...presentationFields,
  ...timestamps,
  ...values,
  ...presentationIdentity,
  ...slides,
  ...templates,
  ...creations,
  ...start,
  ...jobIdentity,
  ...statuses,
  ...progress,
  ...tokens,
  ...freeTexts,
  ...questionsAndFailures,
  ...polls,
  ...terminal,
  ...jobsTogether,
  ...rename,
  ...titleTexts,
  ...workspaces,
  ...limits,
  ...consequences,
]);

function unique(all: readonly Mutant[]): readonly Mutant[] {
  const twice = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) !== index);
  if (twice.length > 0) throw new Error(`Two mutants are called ${twice.map(({ id }) => id).join(', ')}.`);
  return all;
}
