interface Page<Item> {
  items: Item[];
  /** Cursor of the page that follows; null on the last one. */
  next: string | null;
}

/** All items of a paged list; `read` requests the page after a cursor, `{}` the first one. */
export async function everyItem<Item>(read: (cursor: { after?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const { items, next } = await read({});
  const all = [...items];
  for (let after = next; after !== null; ) {
    const page: Page<Item> = await read({ after });
    all.push(...page.items);
    // An API that repeats a cursor would never end.
    after = page.next === after ? null : page.next;
  }
  return all;
}
