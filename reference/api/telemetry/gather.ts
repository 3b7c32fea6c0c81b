/**
 * Combines look-ups of the same turn into one.
 * @param find the values of some keys, without those that have none
 */
export function gather<Found>(find: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
  let next: { keys: Set<string>; found: Promise<ReadonlyMap<string, Found>> } | undefined;

  function begin() {
    const keys = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      next = undefined;
      return find([...keys]);
    });
    return { keys, found };
  }

  return (keys: Iterable<string>): Promise<ReadonlyMap<string, Found>> => {
    next ??= begin();
    for (const key of keys) next.keys.add(key);
    return next.found;
  };
}
