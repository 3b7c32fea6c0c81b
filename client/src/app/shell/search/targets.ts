import { keysOf } from "@lamina/shared/core/keys";
import { type Client, TypeChart } from "@lamina/shared/records/client";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import type { Sources } from "@lamina/shared/views/sources";
import type { MenuItem } from "../../../core/menu/menu-tree.ts";
import { childForTypeChart } from "../../../core/navigation/type-chart-path.ts";
import { plainText } from "../../../ui/plain-text.ts";
import { type Can, placeTargets, wordsOfPage } from "./places.ts";
import type { Target } from "./target.ts";
import { text } from "./text.ts";

/** Maximum results. */
const SHOWN = 12;

/** The data that are loaded; a missing part gives no targets. */
interface TargetData {
  client: Pick<Client, "typeChart">;
  menu: readonly MenuItem[];
  board: Irrigameter | undefined;
  sources: Sources | undefined;
  /** The user's rights on the client. */
  can: Can;
}

/** Pages, pivots, sectors, probes, stations, panels and actions of a client, in the order of the results. */
export function searchTargets({ client, menu, board, sources, can }: TargetData): Target[] {
  const mayRecord = can("watering", "create");
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
  const places = pages(menu);
  const all: Target[] = [
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
    ...(can("balance", "view") ? sectors : []).map(({ label }) => ({
      to: `/setup/balance?parte=safras&busca=${encodeURIComponent(label)}`,
      label: `${text.season} · ${label}`,
      hint: text.action,
      words: text.seasonWords,
      isAction: true,
    })),
    ...places,
    ...placeTargets({ home, pages: places.map(({ to }) => to), can }),
    ...farmTargets(board, home),
    ...(mayRecord ? (board?.pivots ?? []) : []).flatMap(({ _id, name }) =>
      dialogTargets(
        text.machineActions,
        home,
        sectorOf(board, ({ pivotId }) => pivotId === _id),
        name,
      ),
    ),
    ...(mayRecord ? sectors : []).flatMap(({ _id, label }) => dialogTargets(text.actions, home, _id, label)),
  ];
  // A menu may name a part of a page too.
  return [...new Map([...all].reverse().map((target) => [target.to, target])).values()].reverse();
}

type Board = TargetData["board"];

const sectorOf = (board: Board, isOwn: (sector: Irrigameter["sectors"][number]["sector"]) => boolean) =>
  board?.sectors.find(({ sector }) => isOwn(sector))?.sector._id;

/** The sheets of each farm's shift, which any of its sectors opens. */
function farmTargets(board: Board, home: string): Target[] {
  return (board?.farms ?? []).flatMap(({ _id, name }) => {
    const own = new Set(board?.pivots.filter(({ farmId }) => farmId === _id).map((pivot) => pivot._id));
    return dialogTargets(
      text.farmActions,
      home,
      sectorOf(board, ({ pivotId }) => own.has(pivotId)),
      name,
    );
  });
}

/** The dialogs of a sector, by their names in the address. */
function dialogTargets(
  names: Readonly<Partial<Record<keyof typeof text.actionWords, string>>>,
  home: string,
  sectorId: string | undefined,
  label: string,
): Target[] {
  if (sectorId === undefined) return [];
  return keysOf(names).map((action) => ({
    to: `${home}?acao=${action}&alvo=${sectorId}`,
    label: `${names[action]} · ${label}`,
    hint: text.action,
    words: text.actionWords[action],
    isAction: true,
  }));
}

function pages(menu: readonly MenuItem[], above: readonly string[] = []): Target[] {
  return menu.flatMap(({ title, path, children }) => [
    ...(path === ""
      ? []
      : [{ to: path, label: title, hint: [text.page, ...above].join(" · "), words: wordsOfPage(path) }]),
    ...pages(children, [...above, title]),
  ]);
}

/**
 * The targets with all words of a search, in any order, without accents, or without blanks; those that begin with it first. Without a
 * search the recently seen ones, then pivots and pages.
 */
export function findTargets(targets: readonly Target[], search: string, recent: readonly string[]): Target[] {
  const typed = plainText(search).replace(PIVOT, "pivo").split(/\s+/).filter(Boolean);
  if (typed.length === 0) {
    const seen = recent.flatMap((to) => targets.find((target) => target.to === to) ?? []);
    return [...seen, ...targets.filter((target) => !target.isAction && !seen.includes(target))].slice(0, SHOWN);
  }
  const telling = typed.filter((word) => !LINKS.includes(word));
  const words = telling.length > 0 ? telling : typed;
  const [start, joined] = [typed.join(" "), typed.join("")];
  return targets
    .map((target) => ({ target, rank: rankOf(target, { words, start, joined }) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ target }) => target)
    .slice(0, SHOWN);
}

const NOT_FOUND = 4;
/** Words between the others. */
const LINKS = ["de", "da", "do", "das", "dos", "em", "no", "na", "para", "pra", "como"];
/** The foreign spelling. */
const PIVOT = /\bpivot\b/g;

/** A name that begins with the search, has its words, has it without blanks (`pivo05`), or is known by its words. */
function rankOf(
  { label, hint, words: others = "" }: Target,
  { words, start, joined }: { words: readonly string[]; start: string; joined: string },
): number {
  const name = plainText(`${label} ${hint}`);
  if (name.startsWith(start)) return 0;
  if (words.every((word) => hasWord(name, word))) return 1;
  if (plainText(label).replace(/\s/g, "").includes(joined)) return 2;
  const all = `${name} ${plainText(others)}`;
  return words.every((word) => hasWord(all, word)) || all.replace(/\s/g, "").includes(joined) ? 3 : NOT_FOUND;
}

/** Plural and singular find each other: `notificacao` the notifications, `bombas` the pump. */
const hasWord = (words: string, word: string): boolean =>
  words.includes(word) || singular(words).includes(singular(word));
const singular = (words: string) =>
  words
    .replace(/(oes|aes)\b/g, "ao")
    .replace(/([aeou])is\b/g, "$1l")
    .replace(/([aeiou])s\b/g, "$1");
