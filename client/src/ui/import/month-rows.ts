import { addDays } from "@lamina/shared/core/farm-time";
import { readMoment } from "./read-moment.ts";

const DAY = /^chuva(\d{2})$/i;

/**
 * Tables of the ANA (HidroWeb) with a month a row and a column for each day, as a row for each day. Of two levels of
 * consistency of a month the higher one is taken. Other tables stay as they are.
 */
export function monthRows(cells: readonly string[][]): readonly string[][] {
  const header = cells.slice(0, 60).findIndex((row) => row.filter((cell) => DAY.test(cell)).length > 27);
  const names = cells[header];
  if (!names) return cells;
  const [level, date] = ["NivelConsistencia", "Data"].map((name) => names.indexOf(name));
  const months = new Map<string, string[]>();
  for (const row of cells.slice(header + 1)) {
    const first = readMoment(row[date ?? -1] ?? "")?.day;
    if (first === undefined) continue;
    const known = months.get(first);
    if (!known || Number(row[level ?? -1]) >= Number(known[level ?? -1])) months.set(first, row);
  }
  const days = [...months].flatMap(([first, row]) =>
    names.flatMap((name, column) => {
      const day = addDays(`${first.slice(0, 7)}-01`, Number(DAY.exec(name)?.[1] ?? 99) - 1);
      const cell = row[column] ?? "";
      return DAY.test(name) && cell !== "" && day.startsWith(first.slice(0, 7)) ? [[day, cell]] : [];
    }),
  );
  return [["Data", "Chuva (mm)"], ...days];
}
