/** The search field of a view. The key `/` focuses it. */
import { Search } from 'lucide-preact';
import { filter, replaceRoute } from '../state/route.js';

export function SearchField({ label }: { readonly label: string }) {
  return (
    <label class="search">
      <Search aria-hidden size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        title={`${label} (/)`}
        spellcheck={false}
        autocomplete="off"
        value={filter.value.q}
        onInput={({ currentTarget }) => replaceRoute({ filter: { q: currentTarget.value } })}
      />
    </label>
  );
}
