import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { InputError } from "./input/input-error.ts";
import { text } from "./input/text.ts";

interface ProgramResult {
  output: string;
  /** Remarks for the standard error: the assumptions that were made. */
  notes: readonly string[];
}

export interface Program {
  help: string;
  /** Options with a value, by name. */
  options: readonly string[];
  run(content: string, options: Readonly<Record<string, string | undefined>>): ProgramResult;
}

/** Maximum printed problems, because a broken file can have one in each cell. */
const MAX_PROBLEMS = 100;

/**
 * Runs a program of one file argument: reads it and prints the result. Returns the exit code: 0, or 1 with every
 * problem on the standard error and no output.
 */
export function runProgram(program: Program, args: readonly string[]): number {
  process.stdout.on("error", leaveQuietly);
  try {
    const { values, positionals } = parseArgs({
      args: joinNegativeValues(args),
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        ...Object.fromEntries(program.options.map((name) => [name, { type: "string" as const }])),
      },
    });
    const { help, ...options } = values as { help?: boolean } & Record<string, string | undefined>;
    if (help) {
      process.stdout.write(program.help);
      return 0;
    }
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) throw new InputError([text.oneFile, text.seeHelp]);
    const result = program.run(read(file), options);
    for (const note of result.notes) process.stderr.write(`${note}\n`);
    process.stdout.write(result.output);
    return 0;
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    return 1;
  }
}

/** A reader that closes the pipe early (`| head`) is not an error. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}

/** `--lat -22.9` is a value and not an option, because southern latitudes are negative. */
function joinNegativeValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    const isValue = last?.startsWith("--") && !last.includes("=") && /^-[\d.,]/.test(arg);
    if (isValue) joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

function read(file: string): string {
  try {
    return decode(readFileSync(locate(file)));
  } catch {
    throw new InputError([text.unreadable(file)]);
  }
}

/** npm runs its scripts in the project's folder; INIT_CWD has the caller's folder, to which paths are relative. */
function locate(file: string): string {
  const fromCaller = resolve(process.env.INIT_CWD ?? ".", file);
  return existsSync(fromCaller) ? fromCaller : file;
}

/** UTF-8, or the encodings of spreadsheets on Brazilian Windows: windows-1252, or UTF-16 with its byte order mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function describe(error: unknown): string {
  if (error instanceof InputError) {
    const remaining = error.problems.length - MAX_PROBLEMS;
    return [...error.problems.slice(0, MAX_PROBLEMS), ...(remaining > 0 ? [text.more(remaining)] : [])].join("\n");
  }
  if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) {
    return `${text.badOption(error.message)}\n${text.seeHelp}`;
  }
  return text.unexpected(error instanceof Error ? error.message : String(error));
}
