/**
 * Processes each item in turn and continues after a failure, so that one farm's error does not affect another's.
 * @throws the first failure, after all items
 */
export async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
