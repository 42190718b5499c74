/** The commands of the findings in a report. Those that start the same job are one story, which is printed once. */
import type { FindingReport, RuleReport } from './model.js';
import { lines, paragraph, type Block } from './tree.js';

interface Story {
  readonly commands: string[];
  /** The rule that prints it. */
  shownBy?: string;
}

export class Reproductions {
  readonly #stories = new Map<string, Story>();
  readonly #ruleOf = new Map<FindingReport, string>();

  constructor(rules: readonly RuleReport[]) {
    for (const { id, findings } of rules)
      for (const finding of findings) {
        const commands = commandsOf(finding);
        if (finding.kind === 'observed' || commands.length === 0) continue;
        this.#ruleOf.set(finding, id);
        const name = nameOf(commands);
        const known = this.#stories.get(name);
        if (known) merge(known.commands, commands);
        else this.#stories.set(name, { commands: [...commands] });
      }
  }

  blocks(finding: FindingReport): readonly Block[] {
    const story = this.#stories.get(nameOf(commandsOf(finding)));
    const rule = this.#ruleOf.get(finding);
    if (!story || rule === undefined) return [];
    if (story.shownBy !== undefined && story.shownBy !== rule)
      return [paragraph(['To reproduce it, use the commands of ', { code: story.shownBy }])];
    if (story.shownBy === rule) return [];
    story.shownBy = rule;
    return [paragraph('To reproduce it:'), lines(story.commands)];
  }
}

const commandsOf = ({ reproduce, curl, sameCauseAs }: FindingReport): readonly string[] =>
  sameCauseAs === undefined ? (reproduce ?? (curl === undefined ? [] : [curl])) : [];

/** The command that starts a job or makes a presentation; otherwise all commands. */
const nameOf = (commands: readonly string[]): string =>
  /^[A-Z_]+=\$\(/.test(commands[0] ?? '') ? (commands[0] ?? '') : commands.join('\n');

/** Adds commands to a story in their order, and uses those that it has. */
function merge(story: string[], commands: readonly string[]): void {
  let at = 0;
  for (const command of commands) {
    const known = story.indexOf(command, at);
    if (known < 0) story.splice(at, 0, command);
    at = (known < 0 ? at : known) + 1;
  }
}
