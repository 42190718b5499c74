/** The one thing that can be changed about a deck: its title (4.7). */
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
    const wanted = fieldText(event.currentTarget, 'title');
    if (!wanted || isSaving) return;
    setSaving(true);
    setProblem(undefined);
    onRename(wanted).catch((thrown: unknown) => {
      setSaving(false);
      if (!(thrown instanceof ApiProblem)) throw thrown;
      setProblem(thrown);
    });
  };
  return (
    <form className="rename" onSubmit={submit}>
      <label htmlFor="title">Title of the deck</label>
      <input id="title" name="title" defaultValue={title} required dir="auto" autoFocus readOnly={isSaving} />
      {problem && <ProblemNote problem={problem} lead="The title is as it was." />}
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
