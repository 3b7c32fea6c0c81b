import type { Author } from "../../records/audit/write.ts";

/** Author of records from telemetry. */
export const PROGRAM: Author = { userId: null, userName: "sistema" };
