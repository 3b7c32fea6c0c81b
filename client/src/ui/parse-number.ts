/** A number in pt-BR notation (`1.234,5`; also `12.5`). Undefined for empty input, NaN for an invalid one. */
export function parseNumber(text: string): number | undefined {
  const written = text.replace(/\s/g, "");
  if (written === "") return undefined;
  // With a comma, the points before it separate thousands. A single point is a decimal one, as on a keypad.
  const plain = written.includes(",") ? written.replaceAll(".", "").replace(",", ".") : written;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
