import type { AlertType } from "@lamina/shared/records/alert";
import { text } from "./text.ts";

interface Fault {
  type: AlertType;
  /** In the words of the screens. */
  words: string;
}

/** Codes of the product that panels report (`fault` of a pivot's state). */
const CODES: Readonly<Record<string, Fault>> = {
  "low-pressure": { type: "low-pressure", words: text.faults["low-pressure"] },
  power: { type: "power", words: text.faults.power },
  cable: { type: "power", words: text.faults.cable },
  misalignment: { type: "pivot-fault", words: text.faults.misalignment },
  safety: { type: "pivot-fault", words: text.faults.safety },
};

/** Words that identify the manufacturers' own texts. */
const TEXTS: readonly [RegExp, AlertType][] = [
  [/press/i, "low-pressure"],
  [/energ|power|cabo|cable|volt|fase/i, "power"],
];

/** The type and words of a panel's fault. An unknown code is passed on unchanged. */
export function faultOf(reported: string, tower: number | null): Fault {
  const known = CODES[reported] ?? {
    type: TEXTS.find(([pattern]) => pattern.test(reported))?.[1] ?? "pivot-fault",
    words: reported,
  };
  return tower === null ? known : { ...known, words: text.onTower(known.words, tower) };
}
