/** The help text of the console: the methods of the control document, each with its arguments and what it does. */
import { type ControlMethod, deckhandMethods, workspaceMethods } from '../../generated/workspace-methods.js';
import { boundClockMethods } from '../../service/control/bound-methods.js';

type HelpLine = readonly [call: string, summary: string];

export function formatConsoleHelp(id: string, name: string): string {
  const lines: readonly HelpLine[] = [
    ...toHelpLines('', workspaceMethods),
    ['changes()', 'Watch the workspace: for await (const change of …)'],
    ...toHelpLines('clock.', boundClockMethods),
    ["workspace('sandbox-mine')", 'Get another workspace'],
    ...toHelpLines('', deckhandMethods),
  ];
  const width = Math.max(...lines.map(([call]) => call.length));
  return [
    `Workspace ${id}. clientReport() returns a promise.`,
    ...lines.map(([call, summary]) => `  ${name}.${call.padEnd(width)}  ${summary}`),
  ].join('\n');
}

function toHelpLines(
  prefix: string,
  methods: Readonly<Record<string, Omit<ControlMethod, 'returns'>>>,
): readonly HelpLine[] {
  return Object.entries(methods).flatMap(([method, { summary, arguments: parameters, isInternal }]) => {
    const names = parameters.map(([parameter]) => parameter).join(', ');
    return isInternal ? [] : [[`${prefix}${method}(${names})`, summary] as const];
  });
}
