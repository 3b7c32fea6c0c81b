import type { Logger } from "pino";

/** What services write to; a request's logger has it too. */
export type Log = Pick<Logger, "error" | "warn" | "info">;
