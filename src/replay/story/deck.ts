/** Writes the presentation of a completed job as the `complete` step of a story. */
import type { Step } from '../../generated/control-api.js';
import { isObject, type JsonObject } from '../../base/json.js';
import { checkScenario } from '../../scenario/check.js';
import type { LeftOut } from './left-out.js';
import type { Texts } from './texts.js';

type Complete = NonNullable<Step['complete']>;

/** `maxItems` of `sections` and `bullets` in the Scenario schema (openapi/control.v1.yaml). */
const MOST_SECTIONS = 500;
const MOST_BULLETS = 100;
const LAYOUTS = ['title', 'bullets', 'quote', 'closing'] as const;

/** The fields that the mock server makes itself. */
const GENERATED = ['id', 'workspace_id', 'url', 'created_at', 'updated_at'];

export function deckOf(deck: JsonObject, texts: Texts, leftOut: LeftOut): Complete {
  const { title, is_public: isPublic, sections, ...rest } = deck;
  const list: readonly unknown[] = Array.isArray(sections) ? sections : [];
  const own = list.length <= MOST_SECTIONS ? list.map((section) => sectionOf(section, texts)) : [];
  const isOwn = own.length === list.length && own.every((section) => section !== undefined);
  const complete: Complete = {
    ...(typeof title === 'string' && { title: texts.of('Title', title) }),
    sections: isOwn ? own : Math.min(list.length, MOST_SECTIONS),
    ...(isPublic === true && { is_public: true }),
  };
  const more = Object.fromEntries(Object.entries(rest).filter(([name]) => !GENERATED.includes(name)));
  const fields = { ...more, ...(!isOwn && { sections: list }) };
  if (Object.keys(fields).length === 0) return complete;
  const whole = { ...complete, presentation: texts.value(fields) as Record<string, unknown> };
  if ('timeline' in checkScenario('story', { title: 'A deck', steps: [{ complete: whole }] })) return whole;
  leftOut.add(`Fields of the presentation that violate the contract: ${Object.keys(fields).join(', ')}`);
  return complete;
}

/** Undefined for a section with other fields than those of the mock server. */
function sectionOf(section: unknown, texts: Texts): SectionText | undefined {
  if (!isObject(section)) return undefined;
  const { id: _, title, layout, bullets = [], ...others } = section;
  const known = LAYOUTS.find((each) => each === layout);
  if (typeof title !== 'string' || Object.keys(others).length > 0) return undefined;
  if (layout !== undefined && known === undefined) return undefined;
  if (!isTextList(bullets) || bullets.length > MOST_BULLETS) return undefined;
  return {
    title: texts.of('Section', title),
    ...(known && { layout: known }),
    ...(bullets.length > 0 && { bullets: bullets.map((bullet) => texts.of('Point', bullet)) }),
  };
}

type SectionText = Exclude<Complete['sections'], number | undefined>[number];

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
