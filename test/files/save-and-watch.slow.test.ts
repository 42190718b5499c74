import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { ScenarioSourceFiles } from '../../src/files/scenario-source-files.js';
import { watchScenarios } from '../../src/files/watch-scenarios.js';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { scenarioEditing } from '../../src/server/control/scenario-editing.js';
import { saveScenario } from '../../src/service/control/save-scenario.js';
import { createTempFolder } from '../cli/temp-files.js';

const story = (title: string): string => `title: ${title}\nsteps: [complete: null]\n`;

it(
  'a saved text is loaded once, by the save, and the watcher reports it once',
  { timeout: 60_000 },
  async () => {
    const folder = createTempFolder({ 'mine.yaml': story('Old') });
    const library = new ScenarioLibrary();
    const deckhand = new Deckhand(
      { scenario: { title: 'Default', steps: [{ complete: null }] } },
      { library, sources: new ScenarioSourceFiles([folder]) },
    );
    const loaded: string[] = [];
    const stop = await watchScenarios([folder], library, {
      onLoad: (name, _file, isNew) => loaded.push(`${name} ${library.get(name)?.title} ${isNew}`),
      onDelete: () => {},
      onOverridden: () => {},
      onInvalid: () => {},
      onWatchError: () => {},
    });
    onTestFinished(stop);
    const { hash } = deckhand.workspace('ws_dev').scenarioSource('mine');
    const context = { ...deckhand.control, editing: scenarioEditing };
    await saveScenario(context, 'mine', { text: story('Saved'), previous: hash });
    const saved = library.get('mine');
    expect(saved?.title).toBe('Saved');
    await vi.waitFor(() => expect(loaded).toEqual(['mine Saved false']), { timeout: 20_000 });
    // The same timeline: running jobs and the active scenario keep the version that they play.
    expect(library.get('mine')).toBe(saved);
    writeFileSync(join(folder, 'mine.yaml'), story('By an editor'));
    await vi.waitFor(() => expect(loaded).toEqual(['mine Saved false', 'mine By an editor false']), {
      timeout: 20_000,
    });
    expect(library.get('mine')?.title).toBe('By an editor');
  },
);
