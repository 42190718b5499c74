/** A client of the API whose types come from the specification. */
import type {
  CreatePresentationRequest,
  GenerationAccepted,
  GenerationMessageRequest,
  JobAwaitingInput,
  JobCompleted,
  JobFailed,
  JobGenerating,
  JobStatus,
  JobView,
  operations,
  paths,
  Presentation,
  Progress,
  StartGenerationRequest,
  TemplateList,
  UpdatePresentationRequest,
} from 'deckhand/types';

/** The statuses of a successful start. */
export type StartStatus = keyof operations['startGeneration']['responses'];
/** The paths that this client sends requests to. */
export type Path = keyof paths;

export interface DeckClient {
  templates(): Promise<TemplateList>;
  create(request: CreatePresentationRequest): Promise<Presentation>;
  rename(id: string, change: UpdatePresentationRequest): Promise<void>;
  start(request: StartGenerationRequest): Promise<GenerationAccepted>;
  poll(job: string): Promise<JobView>;
  reply(job: string, message: GenerationMessageRequest): Promise<void>;
}

export const isFinal = (status: JobStatus): boolean => status === 'completed' || status === 'failed';

/** What a screen shows. */
export function describeJob(view: JobView): string {
  switch (view.status) {
    case 'generating':
      return describeProgress(view);
    case 'awaiting_input':
      return question(view);
    case 'completed':
      return deckUrl(view);
    case 'failed':
      return reason(view);
  }
}

const describeProgress = ({ progress }: JobGenerating): string => percent(progress);
const percent = (progress: Progress | undefined): string =>
  progress ? `${progress.slides_completed} of ${progress.slides_total}` : 'starting';
const question = ({ message }: JobAwaitingInput): string => message;
const deckUrl = ({ presentation }: JobCompleted): string => presentation.url;
const reason = ({ error }: JobFailed): string => error;
