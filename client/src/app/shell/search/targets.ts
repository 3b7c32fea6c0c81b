import { type Client, TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import type { Sources } from "@lamina/shared/views/sources";
import type { MenuItem } from "../../../core/menu/menu-tree.ts";
import { childForTypeChart } from "../../../core/navigation/type-chart-path.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { text } from "./text.ts";

/** A result of the search. */
export interface Target {
  /** Address. Unique. */
  to: string;
  label: string;
  /** What it is: a pivot of a farm, a page. */
  hint: string;
  /** Shown only when its words are searched, because there are many. */
  isAction?: boolean;
}

const NEW_PIVOT = "/setup/farms?parte=pivos&novo=";
/** Maximum results. */
const SHOWN = 12;

/** The data that are loaded; a missing part gives no targets. */
interface TargetData {
  client: Pick<Client, "typeChart">;
  menu: readonly MenuItem[];
  board: Irrigameter | undefined;
  sources: Sources | undefined;
  /** Whether the user may record irrigations. */
  mayRecord: boolean;
  /** Whether the user may add pivots. */
  maySetUp: boolean;
}

/** Pages, pivots, sectors, probes, stations and actions of a client, in the order of the results. */
export function searchTargets({ client, menu, board, sources, mayRecord, maySetUp }: TargetData): Target[] {
  const home = `/irrigameter/${childForTypeChart(client.typeChart ?? TypeChart.pivot, "calculated")}`;
  const farmName = (id: string) => board?.farms.find(({ _id }) => _id === id)?.name ?? "";
  const pivots = (board?.pivots ?? []).map(({ _id, name, farmId }) => ({
    to: `/irrigameter/pivo/${_id}`,
    label: name,
    hint: [text.pivot, farmName(farmId)].filter(Boolean).join(" · "),
  }));
  const sectors = (board?.sectors ?? []).map(({ sector: { _id, name, pivotId } }) => {
    const pivot = board?.pivots.find((one) => one._id === pivotId);
    return { _id, label: pivot ? `${pivot.name} · ${name}` : name, farm: farmName(pivot?.farmId ?? "") };
  });
  return [
    ...pivots,
    ...sectors.map(({ _id, label, farm }) => ({
      to: `${home}?setor=${_id}`,
      label,
      hint: `${text.sector} · ${farm}`,
    })),
    ...(sources?.monitors ?? []).map(({ _id, name, farmId }) => ({
      to: `/charts/soilmoisture?fazenda=${farmId}&fonte=${_id}`,
      label: name,
      hint: `${text.probe} · ${farmName(farmId)}`,
    })),
    ...(sources?.stations ?? []).map(({ _id, name, farmId }) => ({
      to: `/maps?fazenda=${farmId}&equipamento=${_id}`,
      label: name,
      hint: `${text.device} · ${farmName(farmId)}`,
    })),
    ...pages(menu),
    ...(maySetUp ? [{ to: NEW_PIVOT, label: text.newPivot, hint: text.action, isAction: true }] : []),
    ...(mayRecord ? sectors : []).flatMap(({ _id, label }) =>
      (["irriguei", "chuva", "porque"] as const).map((action) => ({
        to: `${home}?acao=${action}&alvo=${_id}`,
        label: `${text.actions[action]} · ${label}`,
        hint: text.action,
        isAction: true,
      })),
    ),
  ];
}

function pages(menu: readonly MenuItem[], above: readonly string[] = []): Target[] {
  return menu.flatMap(({ title, path, children }) => [
    ...(path === "" ? [] : [{ to: path, label: title, hint: [text.page, ...above].join(" · ") }]),
    ...pages(children, [...above, title]),
  ]);
}

/**
 * The targets with all words of a search, in any order and without accents; those that begin with it first. Without a
 * search the recently seen ones, then pivots and pages.
 */
export function findTargets(targets: readonly Target[], search: string, recent: readonly string[]): Target[] {
  const words = plainText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const seen = recent.flatMap((to) => targets.find((target) => target.to === to) ?? []);
    return [...seen, ...targets.filter((target) => !target.isAction && !seen.includes(target))].slice(0, SHOWN);
  }
  const start = words.join(" ");
  return targets
    .map((target) => ({ target, words: plainText(`${target.label} ${target.hint}`) }))
    .filter((entry) => words.every((word) => entry.words.includes(word)))
    .sort((one, other) => Number(other.words.startsWith(start)) - Number(one.words.startsWith(start)))
    .map(({ target }) => target)
    .slice(0, SHOWN);
}
