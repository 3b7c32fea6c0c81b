/** A text without accents, capitals and outer blanks, as it is searched and compared: `Pivô 01` is found by `pivo`. */
export function plainText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .trim();
}
