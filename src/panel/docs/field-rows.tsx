/** The fields of a body, with the fields inside them. */
import type { Shape } from './fields.js';
import { Prose } from './prose.js';
import { Marks } from './marks.js';

interface FieldRowsProps {
  readonly shape: Shape;
  readonly sections: Readonly<Record<string, string>>;
  /** Whether required fields are marked: in requests. Responses always have them. */
  readonly hasRequired?: boolean;
}

export function FieldRows({ shape: { fields, variants }, sections, hasRequired = false }: FieldRowsProps) {
  return (
    <>
      {fields.length > 0 && (
        <dl class="fields">
          {fields.map(({ name, type, isRequired, source, shape }) => (
            <div key={name}>
              <dt>
                <code class="name">{name}</code> <span class="small">{type}</span>
                {hasRequired && isRequired && <span class="required"> required</span>}
                {!hasRequired && !isRequired && <span class="small"> (optional)</span>}
              </dt>
              <dd>
                {source.description && (
                  <p>
                    <Prose text={source.description} />
                  </p>
                )}
                <Marks source={source} sections={sections} />
                {shape.fields.length > 0 && (
                  <details>
                    <summary>Fields of {name}</summary>
                    <FieldRows shape={shape} sections={sections} hasRequired={hasRequired} />
                  </details>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {variants.map(({ name, source, shape }) => (
        <details class="variant" key={name}>
          <summary>
            <code>status: {name}</code> <Prose text={source.description ?? ''} />
          </summary>
          <div class="inside">
            <Marks source={source} sections={sections} />
            <FieldRows shape={shape} sections={sections} hasRequired={hasRequired} />
          </div>
        </details>
      ))}
    </>
  );
}
