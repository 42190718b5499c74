/**
 * Mutants that survive because the spec allows them or is silent, with the reason. `npm run test:rules` fails for a survivor
 * without a reason, and for a reason whose mutant is killed.
 */
import type { Explanation } from './explanations.js';

export const survivors: readonly Explanation[] = [
  {
    why: 'The field is optional, and a status response can have other fields (2.2).',
    mutants: [
      'poll-generating-{progress,tokens-used}-{missing,misspelt}@{always,first,later,second-job,after-rename}',
      'poll-completed-tokens-used-{missing,misspelt}@{always,first,later,second-job,after-rename,x-api-key}',
    ],
  },
  {
    why: 'progress is optional, and null for a missing object is info (2.2).',
    mutants: ['poll-generating-progress-null@{always,first,later,second-job,after-rename}'],
  },
  {
    why: 'The spec does not define when updated_at changes (2.1).',
    mutants: [
      '{fetch,completed,patch-and}-updated-at-changed@{always,first,later,second-job,after-rename,x-api-key}',
      'fetch-updated-at-changed@other-key',
    ],
  },
  {
    why: 'A URL can be signed anew, or contain the title (2.1).',
    mutants: [
      '{fetch,completed,patch-and}-url-changed@{always,first,later,second-job,after-rename,x-api-key}',
      'fetch-url-changed@other-key',
    ],
  },
  {
    why: 'A status response and GET must have the same shape, but not equal values of these fields (2.1, 2.2).',
    mutants: ['{fetch,completed}-{created-at,is-public}-changed@{always,second-job}'],
  },
  {
    why: 'Creating has no documented response (4.3), so the content of the presentation of the second workspace is unknown.',
    mutants: [
      'fetch-{sections,is-public,created-at}-changed@other-key',
      'fetch-sections-{shorter,in-other-order}@other-key',
    ],
  },
  {
    why: 'The request body is unspecified (4.3), so it may be the reason for the rejection.',
    mutants: [
      'create-refused-with-{400,403,404,409,410,422,500}@{always,first,other-key}',
      'create-refused-with-{403,409,410}@later',
      'create-refused-with-{400,404,409,410,422}@x-api-key',
      'create-refused-with-405@{first,later,x-api-key,other-key}',
      'create-refused-with-501@{first,other-key}',
    ],
  },
  {
    why: 'A created presentation of the second workspace may not be ready yet, so 409 asks to wait (4.3).',
    mutants: ['fetch-refused-with-409@other-key'],
  },
  {
    why: 'The body of a message is unspecified (4.6), so it may be the reason for the rejection.',
    mutants: [
      'message-refused-with-{400,403,422,500}@{always,first,later,second-job}',
      'message-refused-with-{400,422,500}@x-api-key',
    ],
  },
  {
    why: 'The first message comes before the question (4.6).',
    mutants: ['message-refused-with-{409,501}@first'],
  },
  {
    why: 'One old value before the new one is a stale read: a warning.',
    mutants: ['patch-undone@first'],
  },
  {
    why: 'The next request succeeds: a transient error, a stale read, or a lock. The status of a rejection is unspecified (7).',
    mutants: [
      'templates-refused-with-{403,409,500}@first',
      'fetch-refused-with-{400,403,404,405,409,410,422,500,501}@first',
      'patch-refused-with-{400,403,404,409,422,500}@first',
      'patch-ignores-{authorization,x-api-key}@first',
      'start-refused-with-{400,403,404,405,409,410,422,500,501}@first',
      'poll-refused-with-{403,404,500}@first',
      '{templates,fetch,poll}-ignores-{authorization,x-api-key}@first',
      '{start,message}-ignores-{authorization,x-api-key}@first',
      'completion-without-effect@first',
    ],
  },
  {
    why: 'The status of a rejection is unspecified (7): 409 and 5xx can be a lock or an error, 403 a limit of the plan.',
    mutants: [
      'templates-refused-with-{403,409}@{later,after-rename}',
      'templates-refused-with-500@after-rename',
      'fetch-refused-with-500@after-rename',
      'patch-refused-with-{409,500}@{later,second-job,after-rename,x-api-key}',
      'patch-refused-with-403@{later,second-job,after-rename}',
      'poll-refused-with-{403,500}@after-rename',
    ],
  },
  {
    why: 'A start succeeded before, so the rejection of the next one can be a quota, and its status is unspecified (7).',
    mutants: [
      'start-refused-with-{400,404,405,409,410,422,500,501}@{later,x-api-key}',
      'start-refused-with-403@later',
    ],
  },
  {
    why: 'The fields of PATCH other than the title are unspecified (4.7), and a title can be rejected for its text.',
    mutants: ['patch-refused-with-{400,422}@{later,second-job,after-rename,x-api-key}'],
  },
  {
    why: 'A key that is sometimes rejected in one header cannot be distinguished from a transient error (5).',
    mutants: [
      'start-ignores-{authorization,x-api-key}@{later,after-rename}',
      'create-ignores-authorization@later',
      'message-ignores-authorization@second-job',
      'message-ignores-x-api-key@later',
    ],
  },
  {
    why: 'The second key tests isolation. Its workspace may lack what the first one has (1).',
    mutants: [
      'templates-refused-with-{403,409}@other-key',
      'start-refused-with-{400,403,404,405,409,410,422,500,501}@other-key',
      'start-ignores-authorization@other-key',
      'templates-ignores-authorization@other-key',
      'fetch-ignores-x-api-key@other-key',
      '{message,patch}-ignores-{authorization,x-api-key}@other-key',
    ],
  },
  {
    why: 'The status after a reply is unspecified (3): a job can ask the same question again.',
    mutants: ['reply-without-effect@first'],
  },
  {
    why: 'A presentation can be published, so another is_public is a warning (2.1).',
    mutants: ['fetch-is-public-changed@first'],
  },
  {
    why: 'The other header has a valid key, and either header is accepted (5.1).',
    mutants: ['templates-accepts-any-key-in-authorization@later'],
  },
  {
    why: 'The id of the job that is not created is also that of the next job of the first key. Ids may be unique per workspace only, so its polls are not judged (2.2).',
    mutants: ['start-without-effect@other-key'],
  },
];
