/** The keys of a literal, typed. Another object may have more keys than its type. */
export const keysOf = <Key extends string>(record: { readonly [K in Key]?: unknown }): Key[] =>
  Object.keys(record) as Key[];
