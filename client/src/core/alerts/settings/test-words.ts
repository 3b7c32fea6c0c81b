import type { AlertTest } from "@lamina/shared/views/mail";
import { text } from "./text.ts";

/** What a test of the API's ways has led to. */
export interface ApiOutcome {
  outcomes: AlertTest["outcomes"];
  hasArrived: boolean;
  /** Whether the mail was sent or refused since. */
  mail: "sent" | "refused" | undefined;
}

/** The words of the message in the app. */
export function appText(test: ApiOutcome | undefined, isLate: boolean): string | undefined {
  const outcome = test && outcomeOf(test, "app");
  if (!outcome) return undefined;
  if (test.hasArrived) return text.app.arrived;
  if (outcome !== "sent") return text.app.failed;
  return isLate ? text.app.late : text.app.sent;
}

/** The words of the mail. */
export function mailText(test: ApiOutcome | undefined, isLate: boolean): string | undefined {
  const outcome = test && outcomeOf(test, "mail");
  if (!outcome) return undefined;
  if (outcome === "off" || outcome === "failed") return text.mail[outcome];
  if (test.mail !== undefined) return test.mail === "sent" ? text.mail.arrived : text.mail.refused;
  return isLate ? text.mail.late : text.mail.queued;
}

function outcomeOf({ outcomes }: ApiOutcome, way: string) {
  return outcomes.find(({ channel }) => channel === way)?.outcome;
}
