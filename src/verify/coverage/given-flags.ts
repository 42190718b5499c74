/** The flags whose options a run was given. A gap never suggests them: its reason says what the run saw with them. */
import { DEFAULT_VERIFY_OPTIONS, type VerifyOptions } from '../options.js';

const optionsByFlag: Readonly<Record<string, keyof VerifyOptions>> = {
  '--other-api-key': 'otherApiKey',
  '--question-prompt': 'questionPrompt',
  '--failure-prompt': 'failurePrompt',
  '--reply-body': 'replyBody',
  '--create-body': 'createBody',
  '--start-body': 'startBody',
  '--template-id': 'templateId',
  '--prompt': 'prompt',
  '--job-timeout': 'jobTimeout',
  '--max-jobs': 'maxJobs',
};

/** An option with its default value was not given. */
export const findGivenFlags = (options: Partial<VerifyOptions>): ReadonlySet<string> =>
  new Set(
    Object.entries(optionsByFlag).flatMap(([flag, name]) => {
      const value = options[name];
      const defaults: Partial<VerifyOptions> = DEFAULT_VERIFY_OPTIONS;
      return value === undefined || value === defaults[name] ? [] : [flag];
    }),
  );
