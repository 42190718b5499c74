/** Makes text of a target harmless where people and build servers read it. Knows no format; those escape what is left. */

/**
 * What moves the cursor, colours, reorders, hides, or is no character at all: control and format characters, lone
 * surrogates, noncharacters, and the invisible tags of plane 14 (their low halves, which their high half then follows).
 */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\udb40[\udc00-\udc7f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Build servers take `##[…]`, `##vso[…]` and `##teamcity[…]` for commands wherever they stand in a line. */
const commands = /#(?=#[a-z]*\[)/gi;

/** On one line, with every character visible, each unsafe one as the escape that JSON and JavaScript know. */
export function neutral(text: string): string {
  return text.replace(unsafe, escaped).replace(commands, escaped);
}

/** A value as a reader wants it: words as they are, everything else as JSON. */
export function shown(value: unknown): string {
  return neutral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A whole output of neutral lines, none of which begins as a command of GitHub's does. */
export function harmless(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, '$1\\u003a');
}

/** JSON text that says the same, and may be printed: what is unsafe in it stands within its texts, as an escape. */
export function harmlessJson(json: string): string {
  const lines = json.split('\n');
  return lines.map(neutral).join('\n');
}

function escaped(characters: string): string {
  return characters.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
