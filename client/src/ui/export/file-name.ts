import { plainText } from "../plain-text.ts";

/** Longest part of a name, so that the whole name is within the limits of file systems. */
const PART_MAX = 60;

/** A file's name from its subject, the client and the period, such as `manejo_fazenda-boa-vista_2026-05-01_2026-05-31.csv`. */
export function fileName(parts: readonly string[], extension: string): string {
  const words = parts
    .map((part) =>
      plainText(part)
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, PART_MAX),
    )
    .filter(Boolean);
  return `${words.join("_") || "lamina"}.${extension}`;
}
