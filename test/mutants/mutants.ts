/** All mutants: each is the reference service with one violation of the spec, which the judge must find. */
import { authentication } from './catalogue/authentication.js';
import { freeTexts } from './catalogue/unicode-texts.js';
import { jobsTogether } from './catalogue/concurrent-jobs.js';
import { limits } from './catalogue/limits.js';
import { otherPaths } from './catalogue/other-paths.js';
import { patchedFields } from './catalogue/patched-fields.js';
import { payloads } from './catalogue/payloads.js';
import { polls } from './catalogue/polls.js';
import { presentations } from './catalogue/presentations.js';
import { progress } from './catalogue/progress.js';
import { questionsAndFailures } from './catalogue/questions-and-failures.js';
import { rename } from './catalogue/rename.js';
import { sameInstant } from './catalogue/same-instant.js';
import { slides } from './catalogue/slides.js';
import { start } from './catalogue/start.js';
import { creations, templates } from './catalogue/templates.js';
import { timestamps } from './catalogue/timestamps.js';
import { tokens } from './catalogue/tokens.js';
import { responsesOfEveryRun } from './catalogue/responses-of-every-run.js';
import { values } from './catalogue/values.js';
import { views } from './catalogue/views.js';
import { workspaces } from './catalogue/workspaces.js';
import type { Mutant } from './mutant.js';

export const mutants: readonly Mutant[] = assertUniqueIds([
  ...authentication,
  ...otherPaths,
  ...payloads,
  ...presentations,
  ...timestamps,
  ...values,
  ...slides,
  ...templates,
  ...creations,
  ...start,
  ...views,
  ...progress,
  ...tokens,
  ...freeTexts,
  ...questionsAndFailures,
  ...polls,
  ...jobsTogether,
  ...rename,
  ...patchedFields,
  ...sameInstant,
  ...workspaces,
  ...limits,
  ...responsesOfEveryRun,
]);

function assertUniqueIds(all: readonly Mutant[]): readonly Mutant[] {
  const twice = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) !== index);
  if (twice.length > 0) throw new Error(`Two mutants are called ${twice.map(({ id }) => id).join(', ')}.`);
  return all;
}
