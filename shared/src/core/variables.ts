import * as z from "zod";
import { givenValue } from "./given-value.ts";

/** A whole number between two bounds, from the text of a variable. */
export function whole(min: number, max: number, unit?: string) {
  return z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .describe(`a whole number${unit ? ` of ${unit}` : ""} from ${min} to ${max}`);
}

/** A name or address to listen on. */
export const hostName = z
  .string()
  .refine((host) => /^[\da-f:]*:[\da-f:.]*$/i.test(host) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host))
  .describe("a host name or address to listen on, without port or path");

export const logLevel = z
  .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
  .describe("fatal, error, warn, info, debug, trace or silent");

/** A variable that a program refuses. */
interface Refused {
  name: string;
  schema: z.ZodType;
  error: z.ZodError | undefined;
  value: string | undefined;
  /** Of a file's content: "hold". */
  verb?: "be" | "hold";
}

/** One sentence on a wrong variable: its allowed values, the fault of its file, and the given value but for secrets. */
export function refusal(key: string, { name, schema, error, value, verb = "be" }: Refused): string {
  const custom = error?.issues.find(({ path, code }) => path[0] === key && code === "custom")?.message;
  const fault = custom === undefined || custom === "Invalid input" ? "" : `: ${custom}`;
  return `${name} must ${verb} ${allowed(schema)}${fault}${givenValue(name, value)}`;
}

/**
 * The message of a program that refuses its environment.
 * @param sentences one a line
 */
export function wrongConfiguration(sentences: string): string {
  return `The configuration is wrong, nothing was started:\n${sentences.replace(/^/gm, "  ")}`;
}

/** The description of a variable, from the schema inside its default and optionality. */
function allowed(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return schema.description ?? z.globalRegistry.get(inner)?.description ?? "text";
}

/** In a shorter name two typos match too many other words. */
const LONG = 8;
/** Variables of other programs with names similar to those of these programs. */
const USUAL = new Set(["HOME", "HOSTS", "POST", "PORTS", "SSL_CERT_FILE"]);

/**
 * Warnings about names that differ from a known one by a few typos. One is a mistake, as is lower case; two may be
 * another program's name, as may a known name without its unit (`CACHE_TTL`).
 */
export function similarNames(names: readonly string[], variables: readonly string[], slips: 1 | 2): string[] {
  const exact = new Set([...variables, ...USUAL]);
  return names.flatMap((name) => {
    if (exact.has(name)) return [];
    const sentence = (meant: string) => [`${name} is not a variable of this program: was ${meant} meant?`];
    const upper = name.toUpperCase();
    // `host` and `port` may be another program's.
    if (slips === 1 && name.includes("_") && variables.includes(upper)) return sentence(upper);
    const longer = name.includes("_") && name.length >= LONG && variables.find((meant) => meant.startsWith(`${name}_`));
    if (slips === 2 && longer) return sentence(longer);
    const [nearest] = variables
      .filter((meant) => Math.abs(meant.length - name.length) <= slips)
      .map((meant) => ({ meant, distance: edits(name, meant, slips) }))
      .toSorted((one, other) => one.distance - other.distance);
    if (nearest?.distance !== slips || (slips === 2 && nearest.meant.length < LONG)) return [];
    return sentence(nearest.meant);
  });
}

/**
 * Optimal string alignment distance: letters to insert, remove, replace, or swap with their neighbour. Stops at
 * `limit` + 1, because a start compares every variable of the environment with every known name.
 */
export function edits(from: string, to: string, limit: number): number {
  let [before, row]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row?.[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (before?.[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row?.[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > limit) return limit + 1;
    [before, row] = [row, next];
  }
  return row?.[to.length] ?? 0;
}
