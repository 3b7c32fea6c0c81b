/** A text without accents, capitals and outer blanks, for search and comparison: `pivo` finds `Pivô 01`. */
export function plainText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .trim();
}
