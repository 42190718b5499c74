/** All rows about the service, in the order of a report. */
import type { Rule } from '../rule.js';
import { creationRows } from './creations.js';
import { jobFieldRows, presentationFieldRows } from './fields.js';
import { jobRows } from './jobs.js';
import { keyRows } from './keys.js';
import { openRows } from './open.js';
import { operationRows } from './operations.js';
import { pairRows } from './pairs.js';
import { replyRows } from './replies.js';
import { startRows } from './starts.js';
import { templateRows } from './templates.js';
import { timeRows } from './times.js';
import { titleRows } from './titles.js';
import { limitRows, wireRows } from './wire.js';
import { workspaceRows } from './workspaces.js';

export const rules: readonly Rule[] = [
  ...operationRows,
  ...keyRows,
  ...wireRows,
  ...templateRows,
  ...creationRows,
  ...startRows,
  ...jobFieldRows,
  ...jobRows,
  ...replyRows,
  ...presentationFieldRows,
  ...timeRows,
  ...pairRows,
  ...titleRows,
  ...workspaceRows,
  ...limitRows,
  ...openRows,
];
