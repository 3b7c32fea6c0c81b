/** Whether a database and a JSON file can store a text: no U+0000 and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}

/** The text with U+FFFD instead of each character that cannot be stored. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
}

/**
 * Whether a text is one line of visible characters: no control characters or line separators, no marks that change the
 * direction of the text around them, and no invisible characters but the joiner of emojis.
 */
export function isVisibleLine(text: string): boolean {
  return (
    isStorable(text) &&
    !/[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u.test(text)
  );
}
