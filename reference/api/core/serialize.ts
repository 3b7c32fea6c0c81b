/** A record as sent, of any kind. */
export type JsonRecord = Readonly<Record<string, unknown>>;

type JsonValue<Value> = Value extends Date ? string : Value;

/** A row as sent: moments in ISO-8601, and no unknown values. */
export type Json<Row> = {
  [Field in keyof Row]: null extends Row[Field]
    ? JsonValue<NonNullable<Row[Field]>> | undefined
    : JsonValue<Row[Field]>;
};

export function toJson<Row extends object>(row: Row): Json<Row> {
  const entries = Object.entries(row)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value] as const);
  return Object.fromEntries(entries) as Json<Row>;
}
