import type { TariffWindow } from "@lamina/shared/records/config";

type Kind = TariffWindow["kind"];

/** A window of the form with known hours. Its price is as typed, and may be missing. */
export interface WrittenWindow extends Omit<TariffWindow, "brlKwh"> {
  brlKwh: string;
}

/** The value to paint hours with: a kind and its price as typed, or null, which removes the tariff. */
export interface Brush {
  kind: Kind | null;
  brlKwh: string;
}

const KINDS: readonly Kind[] = ["peak", "offpeak", "reserved"];
const NOTHING: Brush = { kind: null, brlKwh: "" };

export function sameTariff(one: Brush, other: Brush): boolean {
  return one.kind === other.kind && one.brlKwh === other.brlKwh;
}

/** Each kind with each of its prices, or without a price when no window has the kind, and the brush that removes. */
export function brushesOf(windows: readonly WrittenWindow[]): Brush[] {
  const used = KINDS.flatMap((kind) => {
    const prices = [...new Set(windows.filter((window) => window.kind === kind).map(({ brlKwh }) => brlKwh))];
    return (prices.length > 0 ? prices : [""]).map((brlKwh) => ({ kind, brlKwh }));
  });
  return [...used, NOTHING];
}
