/** A number as people write it in pt-BR (`1.234,5`; also `12.5`): undefined when nothing is written, NaN when it is none. */
export function parseNumber(text: string): number | undefined {
  const written = text.replace(/\s/g, "");
  if (written === "") return undefined;
  // A comma makes the points before it separators of thousands; alone, a point is a decimal one, as on a keypad.
  const plain = written.includes(",") ? written.replaceAll(".", "").replace(",", ".") : written;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
