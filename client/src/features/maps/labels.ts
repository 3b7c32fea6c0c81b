/** A rectangle on the screen by its centre, in pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A label with the widths of its texts, the longest first, and its possible places, the best first. */
interface Label {
  key: string;
  widths: readonly number[];
  height: number;
  places: readonly { x: number; y: number }[];
}

/** Indexes into the widths and the places of a label. */
interface PlacedLabel {
  width: number;
  place: number;
}

const GAP_PX = 2;

const overlap = (one: Box, other: Box) => {
  const along = (a: number, b: number, sizes: number) => Math.max(0, sizes / 2 + GAP_PX - Math.abs(a - b));
  return along(one.x, other.x, one.width + other.width) * along(one.y, other.y, one.height + other.height);
};

/**
 * The place of each label: the longest text that covers no obstacle and no label before it somewhere, in the first such
 * place. A label that covers something everywhere has none.
 */
export function placeLabels(labels: readonly Label[], obstacles: readonly Box[]): Map<string, PlacedLabel> {
  const taken = [...obstacles];
  const found = new Map<string, PlacedLabel>();
  for (const { key, widths, height, places } of labels) {
    const candidates = widths.flatMap((width, index) =>
      places.map((at, place) => ({ box: { ...at, width, height }, placed: { width: index, place } })),
    );
    const free = candidates.find(({ box }) => taken.every((other) => overlap(box, other) === 0));
    if (!free) continue;
    taken.push(free.box);
    found.set(key, free.placed);
  }
  return found;
}
