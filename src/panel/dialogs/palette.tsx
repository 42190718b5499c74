/** The command palette: type a few letters, and Enter runs the selected command. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { commandsFor, type Command } from './commands.js';

export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const q = useSignal('');
  const selected = useSignal(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => field.current?.focus(), []);
  const commands = commandsFor(q.value);
  const index = Math.min(selected.value, commands.length - 1);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [index, q.value]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(commands[index]);
    else if (step !== undefined)
      selected.value = (index + step + commands.length) % Math.max(1, commands.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Commands" isTitleHidden class="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search commands, jobs and scenarios"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={commands[index] && `command-${index}`}
        placeholder="Search commands, jobs and scenarios"
        autocomplete="off"
        spellcheck={false}
        ref={field}
        value={q.value}
        onKeyDown={move}
        onInput={({ currentTarget }) => {
          q.value = currentTarget.value;
          selected.value = 0;
        }}
      />
      <ul id="commands" role="listbox" aria-label="Commands" ref={list}>
        {commands.map((command, place) => (
          <li
            key={command.id}
            id={`command-${place}`}
            role="option"
            aria-selected={place === index}
            onClick={() => run(command)}
          >
            <span class="title" dir="auto">
              {command.name}
            </span>
            <span class="small">{command.note}</span>
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p class="quiet-text">No command matches.</p>}
    </Dialog>
  );
}
