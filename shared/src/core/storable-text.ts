/** Whether a database and a JSON file can store a text: no U+0000 and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD instead of each character that cannot be stored. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}
