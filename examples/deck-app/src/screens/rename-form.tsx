/** The form for the title of a deck, the only field that can be changed (4.7). */
import { useState, type SubmitEvent } from 'react';
import { ApiProblem } from '../api/problem';
import { fieldText } from './field-text';
import { ProblemNote } from './problem-note';

interface RenameFormProps {
  readonly title: string;
  readonly onRename: (title: string) => Promise<void>;
  readonly onCancel: () => void;
}

export function RenameForm({ title, onRename, onCancel }: RenameFormProps) {
  const [problem, setProblem] = useState<ApiProblem>();
  const [isSaving, setSaving] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const newTitle = fieldText(event.currentTarget, 'title');
    if (!newTitle || isSaving) return;
    setSaving(true);
    setProblem(undefined);
    onRename(newTitle).catch((thrown: unknown) => {
      setSaving(false);
      if (!(thrown instanceof ApiProblem)) throw thrown;
      setProblem(thrown);
    });
  };
  return (
    <form className="rename" onSubmit={submit}>
      <label htmlFor="title">Title of the deck</label>
      <input id="title" name="title" defaultValue={title} required dir="auto" autoFocus readOnly={isSaving} />
      {problem && <ProblemNote problem={problem} lead="The title was not changed." />}
      <div className="actions">
        <button className="primary" disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </button>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
