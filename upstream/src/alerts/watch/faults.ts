import type { AlertType } from "@lamina/shared/records/alert";

interface Fault {
  type: AlertType;
  /** As people say it. */
  words: string;
}

/** What panels report (`fault` of a pivot's state), in the product's own codes. */
const CODES: Readonly<Record<string, Fault>> = {
  "low-pressure": { type: "low-pressure", words: "baixa pressão" },
  power: { type: "power", words: "falta de energia" },
  cable: { type: "power", words: "cabo rompido" },
  misalignment: { type: "pivot-fault", words: "desalinhamento" },
  safety: { type: "pivot-fault", words: "circuito de segurança" },
};

/** Words by which the makers' own texts are told apart. */
const TEXTS: readonly [RegExp, AlertType][] = [
  [/press/i, "low-pressure"],
  [/energ|power|cabo|cable|volt|fase/i, "power"],
];

/** What a panel's fault is. A code that nobody knows is passed on as it stands. */
export function faultOf(reported: string, tower: number | null): Fault {
  const known = CODES[reported] ?? {
    type: TEXTS.find(([pattern]) => pattern.test(reported))?.[1] ?? "pivot-fault",
    words: reported,
  };
  return tower === null ? known : { ...known, words: `${known.words} na torre ${tower}` };
}
