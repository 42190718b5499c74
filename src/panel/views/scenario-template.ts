/** The initial texts of new scenarios. */

/** A short valid scenario with the fields that authors usually change first. */
export function templateFor(name: string): string {
  const label = name.replaceAll('-', ' ');
  return `title: ${JSON.stringify(label.charAt(0).toUpperCase() + label.slice(1))}
description: What happens, and what it is for.
steps:
  - work: { for: 2s, tokens: 0..300, current_step: Reading the prompt }
  - work: { for: 8s, tokens: 300..2400, slides: 0%..100%, current_step: 'Writing slide {slide} of {slides}' }
  - complete:
`;
}

/** The text of another scenario. `Copy of` goes before its title if the title is on one line. */
export function copyOf(text: string): string {
  return text.replace(/^(title: *['"]?)(?=[\p{L}\p{N}])/mu, '$1Copy of ');
}
