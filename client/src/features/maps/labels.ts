/** A rectangle on the screen by its centre, in pixels. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A label with its possible places, the best first. */
interface Label {
  key: string;
  width: number;
  height: number;
  places: readonly { x: number; y: number }[];
}

const GAP_PX = 2;

const overlap = (one: Box, other: Box) => {
  const along = (a: number, b: number, sizes: number) => Math.max(0, sizes / 2 + GAP_PX - Math.abs(a - b));
  return along(one.x, other.x, one.width + other.width) * along(one.y, other.y, one.height + other.height);
};

/**
 * The place of each label: the first one that covers no obstacle and no label before it, else the one that covers the
 * least.
 * @returns index into the places, by key
 */
export function placeLabels(labels: readonly Label[], obstacles: readonly Box[]): Map<string, number> {
  const taken = [...obstacles];
  return new Map(
    labels.map(({ key, places, ...size }) => {
      const covered = places.map((place) => taken.reduce((sum, box) => sum + overlap({ ...place, ...size }, box), 0));
      const index = Math.max(0, covered.indexOf(Math.min(...covered)));
      const place = places[index];
      if (place) taken.push({ ...place, ...size });
      return [key, index];
    }),
  );
}
