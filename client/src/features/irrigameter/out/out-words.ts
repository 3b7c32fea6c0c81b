import { outOfServiceNames } from "@lamina/shared/records/text";
import { isRun, type MachineDay } from "@lamina/shared/views/machine-day";
import { farmClock } from "../../../field/farm-clock.ts";
import { runWords } from "../../../field/run-words.ts";
import { outText } from "./out-text.ts";

/** `fora de serviço: quebrada`, and when, by whom and what the machine would apply; null for one in service or that runs. */
export function outWords(
  { outOfService: out, decision }: Pick<MachineDay, "outOfService" | "decision">,
  { timeZone, today }: { timeZone: string; today: string },
): { what: string; why: string[] } | null {
  if (!out || (isRun(decision) && decision.isUnderWay)) return null;
  const clock = (moment: string) => farmClock(moment, timeZone, today);
  return {
    what: outText.state(outOfServiceNames[out.reason]),
    why: [
      out.until ? outText.untilMoment(clock(out.until)) : outText.unknownEnd,
      outText.since(clock(out.from), out.userName),
      ...(out.waterSourceId ? [outText.source] : []),
      ...(out.note ? [out.note] : []),
      ...(isRun(decision) ? [outText.needs(runWords(decision.run))] : []),
    ],
  };
}
