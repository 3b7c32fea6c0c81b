/** Reads that several records of one write share: each is made once. */
export interface Lookups {
  once<Result>(key: string, read: () => Promise<Result>): Promise<Result>;
}

export function createLookups(): Lookups {
  const known = new Map<string, Promise<unknown>>();
  return {
    once<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
      // A query of the builder is no promise yet: it would run again for each who waits for it.
      const result = known.get(key) ?? Promise.resolve(read());
      known.set(key, result);
      return result as Promise<Result>;
    },
  };
}
