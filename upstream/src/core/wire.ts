/** A record as it is sent, whatever its kind. */
export type WireRecord = Readonly<Record<string, unknown>>;

type WireValue<Value> = Value extends Date ? string : Value;

/** A row as it is sent: moments in ISO-8601, and nothing for what is not known. */
export type Wire<Row> = {
  [Field in keyof Row]: null extends Row[Field]
    ? WireValue<NonNullable<Row[Field]>> | undefined
    : WireValue<Row[Field]>;
};

export function toWire<Row extends object>(row: Row): Wire<Row> {
  const entries = Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value] as const);
  return Object.fromEntries(entries) as Wire<Row>;
}
