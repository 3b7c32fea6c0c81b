import { endpoints } from "@lamina/shared/calls/endpoints";
import { screenCalls } from "@lamina/shared/calls/screen-calls";
import type { Conformance } from "./examine.ts";
import { NO_RECORD, type Outcome, type Verdict } from "./outcome.ts";

/** In the order of the page: first what its reader must act on. */
const WORDS: Readonly<Record<Verdict, string>> = {
  wrong: "wrong",
  missing: "missing",
  refused: "refused to this user",
  odd: "odd but understood",
  "as-specified": "as specified",
  "not-asked": "not asked",
};
const VERDICTS = Object.keys(WORDS) as Verdict[];

/** Number of calls by verdict. */
export function countVerdicts({ session, calls }: Conformance): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of [...session, ...calls]) counts[verdict]++;
  return counts;
}

/** Whether the app can work with this API: no call is `wrong`. */
export function isUsable(result: Conformance): boolean {
  const checks = [...result.writes, ...result.topics];
  return countVerdicts(result).wrong === 0 && checks.every(({ isRight }) => isRight);
}

/** A sentence on the reading calls without a record to ask for, of which nothing is known; empty when all were made. */
export function unknownCalls({ calls, writes }: Pick<Conformance, "calls" | "writes">): string {
  const { length } = calls.filter(({ call, notes }) => call.startsWith("GET ") && notes.includes(NO_RECORD));
  if (length === 0) return "";
  const remedy =
    writes.length > 0 ? "" : " With --write a client with a record of each kind is made, asked for and deleted.";
  const what = length === 1 ? "1 reading call was" : `${length} reading calls were`;
  return `${what} not made: this user sees no record to ask for.${remedy}`;
}

const NEEDED = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`));

/** A sentence on the screens that this API feeds, and those that leave the menu. */
export function fedScreens({ calls }: Pick<Conformance, "calls">): string {
  const verdicts = new Map(calls.map(({ call, verdict }) => [call, verdict]));
  const screens = Object.entries(screenCalls).map(([screen, { method, path }]) => {
    const verdict = verdicts.get(`${method} ${path}`);
    return { screen, group: verdict === "missing" || verdict === "not-asked" ? verdict : "fed" };
  });
  const list = (title: string, group: string) => {
    const names = screens.flatMap((row) => (row.group === group ? [row.screen] : []));
    return names.length > 0 ? [`${title}: ${names.join(", ")}`] : [];
  };
  const groups = [
    ...list("Screens with data", "fed"),
    ...list("not in the menu", "missing"),
    ...list("not known without a record", "not-asked"),
  ];
  return `${groups.join("; ")}.`;
}

/** What to do first, in one sentence. */
export function firstStep({ session, calls, writes, topics }: Conformance): string {
  const all = [...session, ...calls];
  const worst = (verdict: Verdict, isNeeded: boolean) =>
    all.find((outcome) => outcome.verdict === verdict && NEEDED.has(outcome.call.split(" ", 2).join(" ")) === isNeeded);
  const check = [...writes, ...topics].find(({ isRight }) => !isRight);
  const first = worst("wrong", true) ?? worst("missing", true);
  if (first) return `First: ${first.call} ${first.notes.join("; ")}. The app needs this call (docs/your-api.md).`;
  if (check) return `First: ${check.what}: ${check.note}.`;
  const next = worst("wrong", false);
  if (next) return `First: ${next.call} ${next.notes.join("; ")}. The app cannot read it; 404 would hide its screen.`;
  const [screen, call] = Object.entries(screenCalls).find(([, { path }]) =>
    calls.some(({ call, verdict }) => verdict === "missing" && call.endsWith(` ${path}`)),
  ) ?? [""];
  return call
    ? `Nothing must be done. ${call.method} ${call.path} would add the screen ${screen}.`
    : "Nothing must be done.";
}

/** The report as a page without scripts or external resources. */
export function reportPage(result: Conformance): string {
  const { url, askedAt, tls, latencyMs, session, calls, writes, topics } = result;
  const counts = Object.entries(countVerdicts(result)).filter(([, count]) => count > 0);
  const summary = counts.map(([verdict, count]) => `${count} ${WORDS[verdict as Verdict]}`).join(" · ");
  const checks = (title: string, rows: readonly { what: string; isRight: boolean; note: string }[]) =>
    rows.length === 0
      ? ""
      : table(
          title,
          ["what", "result", "note"],
          rows.map(({ what, isRight, note }) => [what, isRight ? "right" : "wrong", note]),
        );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Conformance of ${escapeHtml(url)}</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; margin-bottom: 2rem; width: 100% }
td:nth-child(2) { white-space: nowrap } h1 { overflow-wrap: anywhere }
td, th { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top }
.wrong, .missing { color: #a4001c } .odd, .refused { color: #7a4b00 } .as-specified, .right { color: #0a6b2d }
</style>
<h1>Conformance of ${escapeHtml(url)}</h1>
<p>${escapeHtml(askedAt)} · ${escapeHtml(tls?.protocol ?? "")}, certificate until ${escapeHtml(tls?.validTo ?? "")} · median ${latencyMs.median} ms, 95 % within ${latencyMs.p95} ms</p>
<p><strong>${escapeHtml(summary)}</strong> ${escapeHtml(unknownCalls(result))}</p>
<p>${escapeHtml(fedScreens(result))}</p>
<p><strong>${escapeHtml(firstStep(result))}</strong></p>
${table("Session", ["call", "result", "screens", "notes", "ms"], session.map(row))}
${table("Calls", ["call", "result", "screens", "notes", "ms"], urgentFirst(calls).map(row))}
${checks("Writes on a client made for it", writes)}
${checks("Topics", topics)}
</html>
`;
}

const urgentFirst = (outcomes: readonly Outcome[]) =>
  outcomes.toSorted((one, other) => VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict));

const row = ({ call, verdict, screens, notes, ms }: Outcome) => [
  call,
  WORDS[verdict],
  screens.join(", "),
  notes.join("; "),
  ms === undefined ? "" : String(ms),
];

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const classes = new Map(Object.entries(WORDS).map(([verdict, words]) => [words, verdict]));
  const cell = (text: string) =>
    `<td class="${classes.get(text) ?? (text === "right" || text === "wrong" ? text : "")}">${escapeHtml(text)}</td>`;
  return `<h2>${title}</h2>
<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`).join("\n")}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
