/** A record as it is sent, whatever its kind. */
export type JsonRecord = Readonly<Record<string, unknown>>;

type JsonValue<Value> = Value extends Date ? string : Value;

/** A row as it is sent: moments in ISO-8601, and nothing for what is not known. */
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
