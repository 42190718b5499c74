/** The moments that were kept, as a line of dots. A click goes to one. */
import { clockText } from './bar.js';
import { goTo } from './conductor.js';
import { isMoving, moment, moments } from './state.js';

export function Moments() {
  const { value } = moments;
  if (value.length < 2) return null;
  return (
    <nav class="moments" aria-label="Moments">
      {value.map(({ id, at, changed }, index) => (
        <button
          type="button"
          key={id}
          class={index <= moment.value ? 'past' : 'future'}
          aria-current={index === moment.value ? 'step' : undefined}
          aria-label={`Moment at ${clockText(at)}`}
          title={`${clockText(at)}${changed > 0 ? `, ${changed} changed` : ''}`}
          disabled={isMoving.value}
          onClick={() => void goTo(index)}
        />
      ))}
    </nav>
  );
}
