/** Reads that several records of one write share; each runs once. */
export interface Lookups {
  once<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
}

export function createLookups(): Lookups {
  const results = new Map<string, Promise<unknown>>();
  return {
    once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
      // Converted to a promise, because a query of the builder would run again for each reader.
      const result = results.get(key) ?? Promise.resolve(read());
      results.set(key, result);
      return result as Promise<Result>;
    },
  };
}
