import type { Status } from "./balance.ts";

/** Words of the status of a sector or monitor, on screens and in mailed files. */
export const statusNames: Readonly<Record<Status, string>> = {
  excess: "Excesso",
  ok: "Adequado",
  irrigate: "Irrigar",
  stress: "Déficit",
  nodata: "Sem dados",
  fallow: "Sem cultivo",
};
