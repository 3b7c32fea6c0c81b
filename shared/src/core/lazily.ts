/**
 * An object whose values are made when they are first read, and kept: for schemas, of which a page needs a few of
 * hundreds. It can be listed and spread like any other, which makes them all.
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
