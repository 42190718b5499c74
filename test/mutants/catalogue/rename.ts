/** Sections 1, 2.1, 4.7: PATCH changes the title of this presentation permanently, and nothing but the title. */
import { afterRename, editResponse, editJobPresentation, editGetPresentation } from '../response-edits.js';
import type { Mutant } from '../mutant.js';
import { objectOf, refuse } from '../../reference-service/operations.js';
import type { JsonObject, Presentation } from '../../reference-service/store.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { invalidTexts } from '../invalid-values.js';

const sections = ['1', '2.1', '4.7'];

/** A fetch returns the title from before all renames. */
function formerTitleOnceItIs(late: (presentation: Presentation, call: Call) => boolean): ServiceHooks {
  return editGetPresentation(
    (resource, { presentation }) => ({ ...resource, title: presentation?.formerTitles[0] }),
    (call) => call.presentation !== undefined && late(call.presentation, call),
  );
}

/** A successful PATCH also changes the other presentations of the workspace. */
function touchOthers(edit: (other: Presentation, call: Call) => void): ServiceHooks {
  return editResponse('updatePresentation', (original, call) => {
    for (const other of call.store.presentations.values()) {
      if (other.owner === call.workspace && other !== call.presentation) edit(other, call);
    }
    return original;
  });
}

/** A fetch shows the change two seconds after the last PATCH of the presentation. */
function afterSeconds(edit: (presentation: JsonObject) => JsonObject): ServiceHooks {
  const isLate = ({ presentation, store }: Call) => {
    const { updated_at: at, created_at: since } = presentation?.resource ?? {};
    return at !== since && store.now() - Date.parse(String(at)) > 2000;
  };
  return editGetPresentation(edit, isLate);
}

/** A rename that the service rejects still takes effect. */
function rejectedButStored(isRefused: (title: string) => boolean): ServiceHooks {
  return {
    replaceResponse: ({ operation, presentation, workspace, input }) => {
      const { title } = objectOf(input);
      if (operation !== 'updatePresentation' || typeof title !== 'string' || !isRefused(title))
        return undefined;
      if (!presentation || presentation.owner !== workspace) return undefined;
      presentation.resource = { ...presentation.resource, title };
      return refuse(400, 'The title is not valid.');
    },
  };
}

/** Ms after the end of a job. */
const LATE_STEP = 1000;

const timeOf = (resource: JsonObject, field: string): number => Date.parse(String(resource[field]));

/** A step of the job, one second after its end, writes the presentation as it was. */
const lateStep: ServiceHooks = {
  replaceResponse: ({ store }) => {
    for (const presentation of store.presentations.values()) {
      const { origin, formerTitles, resource } = presentation;
      const [created, updated] = [timeOf(resource, 'created_at'), timeOf(resource, 'updated_at')];
      const isLost = updated - created < LATE_STEP && store.now() - created >= LATE_STEP;
      if (origin === 'generation' && formerTitles.length > 0 && isLost)
        presentation.resource = { ...resource, title: formerTitles[0] };
    }
    return undefined;
  },
};

const titles: readonly Mutant[] = [
  {
    id: 'rename-undone-by-a-late-step',
    title: 'A rename within a second after the end of the job is undone.',
    sections,
    hooks: lateStep,
  },
  {
    id: 'rename-rejects-a-blank-title-and-stores-it',
    title: 'A blank title is rejected with 400, and presentations show it.',
    sections: ['4.7'],
    hooks: rejectedButStored((title) => title.trim() === ''),
  },
  {
    id: 'rename-returns-200-without-effect',
    title: 'A rename is answered with success and with the old title, and nothing changes.',
    sections,
    hooks: {
      replaceResponse: ({ operation, presentation }) =>
        operation === 'updatePresentation' && presentation
          ? { status: 200, body: presentation.resource }
          : undefined,
    },
  },
  {
    id: 'rename-lost-at-second-fetch',
    title: 'A new title is there at the first fetch after the rename, and gone at the second.',
    sections,
    hooks: formerTitleOnceItIs(({ fetches, lastRename }) => fetches > (lastRename?.fetches ?? Infinity) + 1),
  },
];

export const rename: readonly Mutant[] = [
  ...titles,
  {
    id: 'rename-renames-all-with-its-title',
    title: 'A rename renames the other presentations of the workspace that have the same title.',
    sections,
    hooks: touchOthers((other, { presentation }) => {
      if (other.resource['title'] !== presentation?.formerTitles.at(-1)) return;
      other.resource = { ...other.resource, title: presentation?.resource['title'] };
    }),
  },
  {
    id: 'rename-clears-other-presentations',
    title: 'A rename takes away the sections of the other presentations.',
    sections,
    hooks: touchOthers((other) => {
      other.resource = { ...other.resource, sections: [] };
    }),
  },
  ...['sections'].map((field): Mutant => ({
    id: `patch-replaces-slides-by-${field}`,
    title: `PATCH with a title and ${field} replaces the slides; ${field} alone are rejected.`,
    sections,
    hooks: editResponse(
      'updatePresentation',
      (original, { presentation, input }) => {
        const slides = objectOf(input)[field];
        if (presentation && slides !== undefined)
          presentation.resource = { ...presentation.resource, sections: [slides].flat() };
        return original;
      },
      ({ input }) => 'title' in objectOf(input),
    ),
  })),
  {
    id: 'job-title-corrupted-after-rename',
    title: 'After a rename, the status response of the job shows both titles in one.',
    sections: [...sections, '2.2', '4.5'],
    hooks: editJobPresentation(
      (presentation, _call, job) => ({
        ...presentation,
        title: `${String(job.result?.presentation.formerTitles[0])} / ${String(presentation['title'])}`,
      }),
      (job) => job.result?.presentation.lastRename !== undefined,
    ),
  },
  {
    id: 'slides-rewritten-seconds-after-a-rename',
    title: 'The slides of a presentation change two seconds after its last rename.',
    sections: [...sections, '4.2'],
    hooks: afterSeconds((presentation) => ({ ...presentation, sections: [{ heading: 'Rewritten' }] })),
  },
  // A title is the text that was sent, whatever its characters.
  ...invalidTexts.map(([id, what, write]): Mutant => ({
    id: `renamed-title-${id}`,
    title: `A rename stores the title ${what}.`,
    sections: ['1', '2.1', '4.7'],
    hooks: afterRename((resource) => ({ ...resource, title: write(String(resource['title'])) })),
  })),
  {
    id: 'rename-changes-the-id',
    title: 'A rename changes the id in the presentation, which can still be fetched by the previous id.',
    sections: ['1', '2.1', '4.7'],
    hooks: afterRename((resource) => ({ ...resource, id: `${String(resource['id'])}-v2` })),
  },
  {
    id: 'rename-moves-the-presentation',
    title: 'A rename gives the presentation another id, and the previous id is not found.',
    sections: ['1', '2.1', '4.7'],
    hooks: editResponse('updatePresentation', (original, { presentation, store }) => {
      if (!presentation) return original;
      const id = String(presentation.resource['id']);
      store.presentations.delete(id);
      presentation.resource = { ...presentation.resource, id: `${id}-v2` };
      store.presentations.set(`${id}-v2`, presentation);
      return original;
    }),
  },
];
