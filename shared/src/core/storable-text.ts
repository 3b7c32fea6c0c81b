/** Whether a database and a JSON file can hold a text: no U+0000, no half of a pair of surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD in the place of what cannot be stored. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}
