import { SetUpFirst } from "../../core/rights/set-up-first.tsx";
import type { Subject } from "./steps.ts";
import { text } from "./text.ts";

/** Shown when nothing measures the subject yet, with the next step. */
export function NoSource({ subject }: { subject: Subject }) {
  const words = { ...text.none[subject], action: text.register };
  return <SetUpFirst icon="sensor" words={words} screen={subject === "soilmoisture" ? "monitor" : "device"} />;
}
