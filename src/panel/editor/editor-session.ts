/**
 * The scenario that is edited: its text, its name, and what the server says about it. The session outlives the page's view, so that a
 * lost connection loses no text.
 */
import { batch, computed, signal } from '@preact/signals';
import type { ScenarioCheck, ScenarioPreview } from '../../generated/control-api.js';
import { findFileNameIssue } from '../../scenario/scenario-name.js';
import type { TimelineSummary } from '../../service/control/timeline-types.js';
import { ApiError, send, workspaceClient } from '../api/client.js';
import { workspaceId } from '../state/route.js';

/** A text that exists elsewhere: a file, a scenario without a file, a job, or the template of a new one. */
export interface Origin {
  /** The name of the scenario; empty for a new one. */
  readonly name: string;
  readonly text: string;
  /** The path of its file; null without a file. */
  readonly file: string | null;
  /** The hash of the file that saving replaces; null for a new file. */
  readonly hash: string | null;
}

/** The last valid text as a chart. */
export interface ValidScenario {
  readonly timeline: TimelineSummary;
  readonly preview: ScenarioPreview;
}

/** How long the user must not type before the text is checked. */
const CHECK_DELAY_MS = 200;

export const NEW_SCENARIO: Origin = {
  name: '',
  file: null,
  hash: null,
  text: `title: My scenario
steps:
  - generate: { for: 8s, slides: 0%..100% }
  - complete:
`,
};

const NOTHING: Origin = { name: '', text: '', file: null, hash: null };

export class EditorSession {
  readonly text = signal('');
  readonly name = signal('');
  readonly origin = signal<Origin>(NOTHING);
  /** Increases when the text was replaced by another one, and not by typing. */
  readonly replacements = signal(0);
  readonly isDirty = computed(
    () => this.text.value !== this.origin.value.text || this.name.value !== this.origin.value.name,
  );
  /** What is wrong with the name, as a sentence; empty if nothing is. */
  readonly nameIssue = computed(() => {
    const issue = findFileNameIssue(this.name.value);
    return issue && `The name ${issue}.`;
  });
  /** A new text needs no name until the user enters one, or saves. */
  readonly isNameNeeded = signal(false);
  /** The newest check; undefined before the first one. */
  readonly check = signal<ScenarioCheck | undefined>(undefined);
  /** Why the text could not be checked; empty if it was. */
  readonly checkError = signal('');
  readonly valid = signal<ValidScenario | undefined>(undefined);
  /** The time in the preview, in milliseconds since the start. */
  readonly at = signal(0);
  /** Whether the client of the preview replies; undefined leaves that to the scenario. */
  readonly replies = signal<boolean | undefined>(undefined);
  #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether it has a text. */
  get isLoaded(): boolean {
    return this.replacements.peek() > 0;
  }

  /** Replaces name and text. There are no unsaved changes then. */
  open(origin: Origin): void {
    const text = origin.text.replace(/^\uFEFF/, '');
    batch(() => {
      this.origin.value = { ...origin, text };
      this.text.value = text;
      this.name.value = origin.name;
      this.isNameNeeded.value = false;
      this.replacements.value = this.replacements.peek() + 1;
      this.at.value = 0;
      this.replies.value = undefined;
    });
    this.#checkLater(0);
  }

  rename(name: string): void {
    this.name.value = name;
    this.isNameNeeded.value = true;
  }

  type(text: string): void {
    this.text.value = text;
    this.#checkLater(CHECK_DELAY_MS);
  }

  showAt(at: number): void {
    this.at.value = Math.max(0, Math.round(at));
    this.#checkLater(0);
  }

  setReplies(replies: boolean): void {
    this.replies.value = replies;
    this.#checkLater(0);
  }

  /** New jobs of the selected workspace play the text, also without a valid name. @throws ApiError */
  async play(): Promise<void> {
    const body = {
      yaml: this.text.peek(),
      ...(this.nameIssue.peek() === '' && { name: this.name.peek() }),
    };
    await send('useScenario', { params: { workspace: workspaceId.peek() }, body });
  }

  /**
   * Saves the text under its name. Another name than that of the origin is a new file.
   * @param previous the hash of the file that is replaced; default: the one that was read
   * @throws ApiError
   */
  async save(previous?: string | null): Promise<void> {
    const [name, text, origin] = [this.name.peek(), this.text.peek(), this.origin.peek()];
    const replaced = previous === undefined ? (name === origin.name ? origin.hash : null) : previous;
    const { file, hash } = await workspaceClient().saveScenario(name, { text, previous: replaced });
    this.origin.value = { name, text, file, hash };
  }

  /** The text of the file now. @throws ApiError */
  async readFile(): Promise<Origin> {
    return workspaceClient().scenarioSource(this.name.peek());
  }

  /** Checks the text after a delay. The newest check wins. */
  #checkLater(delay: number): void {
    this.#controller.abort();
    clearTimeout(this.#timer);
    const { signal: aborted } = (this.#controller = new AbortController());
    this.#timer = setTimeout(() => void this.#check(aborted), delay);
  }

  async #check(aborted: AbortSignal): Promise<void> {
    const replies = this.replies.peek();
    const body = { text: this.text.peek(), at: this.at.peek(), ...(replies !== undefined && { replies }) };
    try {
      const check = await workspaceClient(undefined, aborted).checkScenario(body);
      if (aborted.aborted) return;
      const { timeline, preview } = check;
      batch(() => {
        this.check.value = check;
        this.checkError.value = '';
        if (timeline && preview)
          this.valid.value = { timeline: timeline as unknown as TimelineSummary, preview };
      });
    } catch (error) {
      if (aborted.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.checkError.value = error.message;
    }
  }
}
