const SEEDS = [0x811c9dc5, 0x9e3779b1, 0x85ebca6b, 0xc2b2ae35] as const;

/** The same text for the same content (FNV-1a, four times 32 bits): enough to know a file again, no protection from malice. */
export function fileKey(content: string): string {
  return SEEDS.map((seed) => {
    let hash: number = seed;
    for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}
