/** The commands that reproduce findings. Findings whose commands start the same job share one script, which is printed once. */
import type { FindingReport, RuleReport } from '../report/report.js';
import { lines, paragraph, type ReportBlock } from './report-document.js';

interface Script {
  readonly commands: string[];
  /** The rule that prints it. */
  printedBy?: string;
  /** Whether it is printed in a collapsed section only. Other findings cannot refer to it. */
  isCollapsed?: boolean;
}

export class ReproductionIndex {
  readonly #scripts = new Map<string, Script>();
  readonly #rules = new Map<FindingReport, string>();

  constructor(rules: readonly RuleReport[]) {
    for (const { id, findings } of rules)
      for (const finding of findings) {
        const commands = getCommands(finding);
        if (finding.severity === 'info' || commands.length === 0) continue;
        this.#rules.set(finding, id);
        const key = getScriptKey(commands);
        const script = this.#scripts.get(key);
        if (script) mergeCommands(script.commands, commands);
        else this.#scripts.set(key, { commands: [...commands] });
      }
  }

  blocks(finding: FindingReport, isCollapsed: boolean): readonly ReportBlock[] {
    const script = this.#scripts.get(getScriptKey(getCommands(finding)));
    const rule = this.#rules.get(finding);
    if (!script || rule === undefined) return [];
    if (script.printedBy === undefined || (script.isCollapsed && !isCollapsed)) {
      script.printedBy = rule;
      script.isCollapsed = isCollapsed;
      return [paragraph('Reproduce:'), lines(script.commands)];
    }
    if (script.printedBy === rule) return [];
    return [paragraph(['Reproduce: see ', { code: script.printedBy }])];
  }
}

const getCommands = ({ reproduce, curl, sameCauseAs }: FindingReport): readonly string[] =>
  sameCauseAs === undefined ? (reproduce ?? (curl === undefined ? [] : [curl])) : [];

/** The command that starts a job or creates a presentation; otherwise all commands. */
const getScriptKey = (commands: readonly string[]): string =>
  /^[A-Z_]+=\$\(/.test(commands[0] ?? '') ? (commands[0] ?? '') : commands.join('\n');

/** Adds commands to a script in their order, and uses those that it has. */
function mergeCommands(script: string[], commands: readonly string[]): void {
  let at = 0;
  for (const command of commands) {
    const existing = script.indexOf(command, at);
    if (existing < 0) script.splice(at, 0, command);
    at = (existing < 0 ? at : existing) + 1;
  }
}
