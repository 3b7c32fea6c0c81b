import { readFileSync } from "node:fs";
import { unreadable } from "../tls/pem.ts";
import { FROM_FILES } from "./environment.ts";

/** An empty variable, as compose files set it, counts as unset. */
export function withoutEmpty(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
}

/** The variables with the contents of the files that they name. */
export function readFiles(environment: Record<string, string>, mistakes: string[]): Record<string, string> {
  const settings = { ...environment };
  for (const name of FROM_FILES) {
    const file = settings[`${name}_FILE`];
    if (file === undefined) continue;
    if (settings[name] !== undefined) mistakes.push(`${name}, ${name}_FILE: give one of the two`);
    try {
      settings[name] = readText(file);
    } catch (error) {
      mistakes.push(`${name}_FILE: ${unreadable(file, error)}`);
    }
  }
  return settings;
}

const readText = (file: string) => readFileSync(file, "utf8").trim();

/** A variable's value as its file has it when it is asked for; a file that cannot be read leaves the last value. */
export function latest(
  name: (typeof FROM_FILES)[number],
  settings: Readonly<Record<string, string>>,
): (() => string) | undefined {
  const file = settings[`${name}_FILE`];
  const first = settings[name];
  if (first === undefined) return undefined;
  let value = first;
  return () => {
    try {
      if (file !== undefined) value = readText(file);
    } catch {
      // It is being replaced.
    }
    return value;
  };
}
