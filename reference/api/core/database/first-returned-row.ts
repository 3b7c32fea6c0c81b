/** The row that a write of one row returned. */
export function firstReturnedRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the written row was not returned");
  return row;
}
