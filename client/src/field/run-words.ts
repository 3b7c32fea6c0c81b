import { type PassAmount, panelPercent, passesOf } from "@lamina/shared/records/run-figures";
import type { DecisionOf } from "@lamina/shared/views/machine-day";
import { formatDepth, formatNumber, NO_VALUE } from "../ui/format.ts";
import { adviceText } from "./advice-text.ts";
import { text } from "./text.ts";

/** A panel setting beside its label, `29 %`; a dash when there is none. */
export function panelWords(percent: number | null | undefined): string {
  const setting = panelPercent(percent);
  return setting === null ? NO_VALUE : `${formatNumber(setting, 0)} %`;
}

/**
 * `12 mm · 29 % no painel`, or for several passes `2 × 16,4 mm · 32 % no painel`: depth and setting of a run. `dial`: the
 * settings by sector, instead of one.
 */
export function runWords(amount: PassAmount, dial?: string | null): string {
  const { passes, depthPerPassMm } = passesOf(amount);
  const depth = depthPerPassMm === null ? null : `${formatDepth(depthPerPassMm)} mm`;
  const each = depth !== null && passes > 1 ? `${formatNumber(passes, 0)} × ${depth}` : depth;
  const one = panelPercent(amount.percent) === null ? null : panelWords(amount.percent);
  const setting = dial && dial !== one ? dial : one && `${one} ${adviceText.onPanel}`;
  return [each, setting].filter(Boolean).join(" · ");
}

type Watered = Pick<DecisionOf<"run">, "run" | "table" | "sectorIds">;
/** The sectors of a machine, by whose names its settings are said. */
export type Sectors = readonly { sectorId: string; name: string }[];

/**
 * What is set on the panel: `35 %`, or by sector `A, B 52 % · C seco · D 45 %`, never a mean that cannot be dialled. Null
 * without a panel.
 */
export function dialWords(decision: Watered, sectors: Sectors): string | null {
  const names = shortNames(sectors);
  const groups = new Map<number | null, string[]>();
  for (const { sectorId, percent } of settingsOf(decision, sectors))
    groups.set(percent, [...(groups.get(percent) ?? []), names.get(sectorId) ?? sectorId]);
  const percents = [...groups.keys()];
  const [first = null] = percents;
  if (percents.every((percent) => percent === null)) return null;
  if (percents.length === 1) return panelWords(first);
  return [...groups]
    .map(([percent, own]) => together(`${own.join(", ")} ${percent === null ? text.dry : panelWords(percent)}`))
    .join(" · ");
}

/** A table of more sectors is longer than a line of "Hoje". */
const SHORT_SECTORS = 4;

/** {@link dialWords} in one line: the table of many sectors as `12 setores, 45 a 60 %`. */
export function shortDialWords(decision: Watered, sectors: Sectors): string | null {
  const settings = settingsOf(decision, sectors);
  const percents = settings.flatMap(({ percent }) => percent ?? []);
  if (settings.length <= SHORT_SECTORS || new Set(settings.map(({ percent }) => percent)).size < 2)
    return dialWords(decision, sectors);
  const [least, most] = [Math.min(...percents), Math.max(...percents)];
  const range = least === most ? panelWords(most) : text.range(formatNumber(least, 0), panelWords(most));
  return `${text.sectors(settings.length)}, ${together(range)}`;
}

/** Words that remain on one line. */
const together = (words: string) => words.replaceAll(" ", "\u00a0");

/** Whether the depth of a run is that of every sector that it waters: not where a table has several settings. */
export const isOneSetting = ({ run, table }: Pick<Watered, "run" | "table">): boolean =>
  run.percent !== null || table.every(({ percent }) => percent === null);

/** The setting of each sector; null where the arm passes dry. */
function settingsOf({ run, table, sectorIds }: Watered, sectors: Sectors) {
  if (table.length > 0)
    return table.flatMap((row) => row.sectorIds.map((sectorId) => ({ sectorId, percent: panelPercent(row.percent) })));
  const isWatered = (id: string) => sectorIds.length === 0 || sectorIds.includes(id);
  return sectors.map(({ sectorId }) => ({ sectorId, percent: isWatered(sectorId) ? panelPercent(run.percent) : null }));
}

/** The names of sectors without the word that all of them begin with: `A` of `Setor A`. */
function shortNames(sectors: Sectors): ReadonlyMap<string, string> {
  const [first = ""] = sectors.map(({ name }) => name.slice(0, name.indexOf(" ") + 1));
  const isShared = sectors.length > 1 && sectors.every(({ name }) => name.startsWith(first));
  return new Map(sectors.map(({ sectorId, name }) => [sectorId, isShared ? name.slice(first.length) : name]));
}

/** `2 voltas a 16 %`; null without a panel setting. */
export function passWords({ percent, ...amount }: PassAmount): string | null {
  const setting = panelPercent(percent);
  if (setting === null) return null;
  const { passes } = passesOf(amount);
  return text.passesAt(formatNumber(passes, 0), passes === 1, formatNumber(setting, 0));
}
