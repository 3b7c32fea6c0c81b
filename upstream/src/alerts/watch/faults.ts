import type { AlertType } from "@lamina/shared/records/alert";

interface Fault {
  type: AlertType;
  /** In the words of the screens. */
  words: string;
}

/** Codes of the product that panels report (`fault` of a pivot's state). */
const CODES: Readonly<Record<string, Fault>> = {
  "low-pressure": { type: "low-pressure", words: "baixa pressão" },
  power: { type: "power", words: "falta de energia" },
  cable: { type: "power", words: "cabo rompido" },
  misalignment: { type: "pivot-fault", words: "desalinhamento" },
  safety: { type: "pivot-fault", words: "circuito de segurança" },
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
  return tower === null ? known : { ...known, words: `${known.words} na torre ${tower}` };
}
