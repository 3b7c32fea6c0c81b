/**
 * An object whose values are computed on first read and cached: for schemas, of which a page needs a few of hundreds.
 * Listing or spreading it computes them all.
 */
export function lazily<Values extends object>(makers: { [Key in keyof Values]: () => Values[Key] }): Values {
  const values = {} as Values;
  for (const key of Object.keys(makers) as (keyof Values)[]) {
    Object.defineProperty(values, key, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = makers[key]();
        Object.defineProperty(values, key, { value, enumerable: true });
        return value;
      },
    });
  }
  return values;
}
