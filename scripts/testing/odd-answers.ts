import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A row of docs/odd-answers.md. */
interface OddAnswer {
  api: string;
  bff: string;
  user: string;
}

/** The rows of a section of docs/odd-answers.md. */
export function oddAnswers(section: "A screen" | "The login"): OddAnswer[] {
  const page = readFileSync(join(import.meta.dirname, "../../docs/odd-answers.md"), "utf8");
  const [, text = ""] = page.split(`## ${section}\n`);
  const [table = ""] = text.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => {
    const [, api = "", bff = "", user = ""] = line.split("|").map((cell) => cell.trim());
    return { api, bff, user };
  });
}
