import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { EMPTY_LIST_NOTE, isEmptyList, readKindly } from "@lamina/shared/calls/read-kindly";
import type { Asked } from "./ask.ts";
import { oddities } from "./oddities.ts";

/**
 * `as-specified`; `odd`: accepted, but not as specified; `missing`: 404, the screens that use it show so; `wrong`: the
 * app cannot use it; `refused`: the given user has no permission; `not-asked`, with the reason.
 */
export type Verdict = "as-specified" | "odd" | "missing" | "wrong" | "refused" | "not-asked";

/** A report of a page shows no more of one call. */
const SHOWN_NOTES = 5;

export interface Outcome {
  call: string;
  verdict: Verdict;
  /** Screens that use the call; empty when all do. */
  screens: string[];
  notes: string[];
  ms?: number;
}

/** Checks the response to a call against the schema that the app reads it with. */
export function outcomeOf(endpoint: Endpoint, answer: Asked): Outcome {
  const outcome = (verdict: Verdict, notes: string[]): Outcome => ({
    ...about(endpoint),
    verdict,
    notes,
    ms: Math.round(answer.ms),
  });
  if (answer.status === 404) return outcome("missing", [`answers 404: the screens say that the API does not have it`]);
  if (answer.status === 403) return outcome("refused", ["answers 403 to this user"]);
  if (answer.status < 200 || answer.status > 299) return outcome("wrong", [`answers ${answer.status}`]);
  const parsed = endpoint.reply.safeParse(answer.body);
  if (!parsed.success) {
    if (isEmptyList(endpoint.reply, answer.status, answer.body)) return outcome("odd", [EMPTY_LIST_NOTE]);
    const kind = readKindly(endpoint.reply, structuredClone(answer.body));
    if ("data" in kind) return outcome("odd", kind.notes.slice(0, SHOWN_NOTES));
    const notes = parsed.error.issues
      .slice(0, SHOWN_NOTES)
      .map(({ path, message }) => `${path.join(".") || "answer"}: ${message}`);
    return outcome("wrong", notes);
  }
  const { deviations, furtherFields } = oddities(endpoint.reply, answer.body);
  const odd = [...deviations, ...headerNotes(answer)];
  const further = furtherFields.length > 0 ? [`also sends ${furtherFields.join(", ")}, as it may`] : [];
  return outcome(odd.length > 0 ? "odd" : "as-specified", [...odd, ...further]);
}

export const NO_RECORD = "no record to ask for";

export function notAsked(endpoint: Endpoint, reason: string): Outcome {
  return { ...about(endpoint), verdict: "not-asked", notes: [reason] };
}

function about({ method, path, access }: Endpoint): Pick<Outcome, "call" | "screens"> {
  return { call: `${method} ${path}`, screens: access === null ? [] : [access.screen] };
}

/** Notes on headers that prevent the BFF from storing the response. */
function headerNotes({ headers }: Asked): string[] {
  const notes: string[] = [];
  if (headers["set-cookie"] !== undefined) notes.push("sets a cookie: the BFF does not keep such an answer");
  const vary = String(headers.vary ?? "");
  const foreign = vary.split(",").map((name) => name.trim().toLowerCase());
  const knownNames = ["", "accept", "accept-encoding", "accept-language", "authorization", "origin"];
  if (foreign.some((name) => !knownNames.includes(name)))
    notes.push(`varies by ${vary}: the BFF does not keep such an answer`);
  if (!String(headers["content-type"] ?? "").includes("json")) notes.push("does not say that it is JSON");
  return notes;
}
