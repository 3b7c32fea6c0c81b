import type { TariffWindow } from "@lamina/shared/records/config";

type Kind = TariffWindow["kind"];

/** A window as the form holds it, whose hours are said: its price is as typed, and may still be missing. */
export interface WrittenWindow extends Omit<TariffWindow, "brlKwh"> {
  brlKwh: string;
}

/** What hours are painted with: a kind and its price as typed, or nothing, which takes the tariff away. */
export interface Brush {
  kind: Kind | null;
  brlKwh: string;
}

const KINDS: readonly Kind[] = ["peak", "offpeak", "reserved"];
const NOTHING: Brush = { kind: null, brlKwh: "" };

export function sameTariff(one: Brush, other: Brush): boolean {
  return one.kind === other.kind && one.brlKwh === other.brlKwh;
}

/** Each kind with each price that the windows give it, a kind that none has without a price, and nothing. */
export function brushesOf(windows: readonly WrittenWindow[]): Brush[] {
  const used = KINDS.flatMap((kind) => {
    const prices = [...new Set(windows.filter((window) => window.kind === kind).map(({ brlKwh }) => brlKwh))];
    return (prices.length > 0 ? prices : [""]).map((brlKwh) => ({ kind, brlKwh }));
  });
  return [...used, NOTHING];
}
