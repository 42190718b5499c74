/**
 * Prints expected and actual values. Rules give values, and descriptions such as "any 2xx". Values print as JSON, so the string
 * "1740" is not the number 1740. Descriptions print without quotes.
 */
import { neutral } from './neutral.js';

/** How the descriptions of rules begin. */
const DESCRIPTION =
  /^(?:must|should|any|at (?:least|most|once)|about|an?|the|its|no|not|one|two|three|none|neither|either|another|other|different|more|fewer|every|only|success|messages|waits|polls|before|in the|values?|text|it (?:has|is|begins|nests)|JSON|UTF-8|utf-8|something|nothing|\d[\d.,]* (?:bytes|ms|s|more|polls|failures|responses))(?:$|[ ,:;])/;

/** @param isDescription whether strings are descriptions in any case, as in rules about clients */
export function valueText(value: unknown, isDescription = false): string {
  if (typeof value === 'string' && (isDescription || DESCRIPTION.test(value))) return neutral(value);
  return neutral(JSON.stringify(value));
}
