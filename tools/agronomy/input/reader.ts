import { text } from "./text.ts";

export type Json = Record<string, unknown>;

/** Reads typed values from parsed JSON and collects every problem with its path instead of stopping at the first. */
export class Reader {
  readonly problems: string[];
  readonly place: string;

  constructor(problems: string[], place: string) {
    this.problems = problems;
    this.place = place;
  }

  /** Records a problem at a path. */
  fail(path: string, problem: string): void {
    this.problems.push(`${this.place}: ${path}: ${problem}`);
  }

  object(value: unknown, path: string): Json {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value as Json;
    this.fail(path, value === undefined ? text.missing : text.notObject);
    return {};
  }

  /** Rejects keys outside `allowedKeys`. */
  onlyKeys(object: Json, allowedKeys: readonly string[], prefix: string): void {
    for (const key of Object.keys(object))
      if (!allowedKeys.includes(key)) this.fail(`${prefix}${key}`, text.unknownKey);
  }

  string(value: unknown, path: string): string {
    if (typeof value === "string") return value;
    this.fail(path, value === undefined ? text.missing : text.notText);
    return "";
  }

  boolean(value: unknown, path: string): boolean {
    if (value === undefined) return false;
    if (typeof value !== "boolean") this.fail(path, text.notBoolean(value));
    return value === true;
  }

  /** A number within [low, high]; NaN after a recorded problem. */
  number(value: unknown, path: string, low: number, high: number): number {
    if (typeof value !== "number" || !Number.isFinite(value)) {
      this.fail(path, value === undefined || value === null ? text.missing : text.notNumber(value));
      return Number.NaN;
    }
    if (value < low || value > high) this.fail(path, text.outOfRange(value, low, high));
    return value;
  }

  optionalNumber(value: unknown, path: string, low: number, high: number): number | undefined {
    return value === undefined || value === null ? undefined : this.number(value, path, low, high);
  }

  numbers(value: unknown, path: string, length: number, low: number, high: number): number[] {
    if (!Array.isArray(value) || value.length !== length) {
      this.fail(path, value === undefined ? text.missing : text.listLength(length));
      return new Array(length).fill(Number.NaN);
    }
    return value.map((item, index) => this.number(item, `${path}[${index}]`, low, high));
  }
}
