/**
 * Does something with each item in turn, whatever becomes of the others: one farm's trouble is not another's.
 * @throws the first failure, once all have had their turn
 */
export async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
