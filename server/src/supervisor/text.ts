/** Names of the steps of the reference API's start, by id. */
export const steps: Readonly<Record<string, string>> = {
  database: "opening the database",
  "demo-readings": "making simulated readings of the past",
  "demo-forecasts": "making past forecasts",
  "demo-weather": "computing the weather of each day",
  "demo-balance": "computing balances and recommendations",
};

/** The specification's port and path of an address with others. */
export const specified = (port: number, path: string): string =>
  `in the specification: port ${port}${path === "/" ? "" : `, path ${path}`}`;
