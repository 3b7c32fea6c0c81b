import { farmDay } from "@lamina/shared/core/farm-time";
import { checkSeasonBudget } from "@lamina/shared/records/season/season-budget";
import { now } from "../../../../platform/clock.ts";
import { onlyOne, recordOptions } from "../../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../../records/data/screen-config.ts";
import { firstTimeZone } from "../../records/data/time-zone.ts";
import { text } from "../text.ts";
import { BudgetCard } from "./budget-card.tsx";

const words = text.budget;

/** Budgets of water for a season, each with what it gives to which stage. */
export const budgetView: AnyScreenConfig = {
  entity: "seasonBudget",
  icon: "drop",
  words: words.words,
  uses: ["farm", "pivot", "pivotSector"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    { key: "farm", header: words.farm, value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null, facet: true },
    { key: "from", header: words.from, kind: "day", value: ({ from }) => from },
    { key: "to", header: words.to, kind: "day", value: ({ to }) => to },
    { key: "mm", header: words.mm, unit: "mm", kind: "number", value: ({ mm }) => mm ?? null },
    { key: "m3", header: words.m3, unit: "m³", kind: "number", value: ({ m3 }) => m3 ?? null },
    { key: "kwh", header: words.kwh, unit: "kWh", kind: "number", value: ({ kwh }) => kwh ?? null },
    { key: "brl", header: words.brl, unit: "R$", kind: "number", value: ({ brl }) => brl ?? null },
  ],
  groups: (lists) => [
    {
      title: words.fields,
      hint: words.hint,
      fields: [
        { path: "name", label: words.name },
        { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
        { path: "from", label: words.from },
        { path: "to", label: words.to },
        { path: "mm", label: words.mm, hint: words.amountHint },
        { path: "m3", label: words.m3 },
        { path: "kwh", label: words.kwh, hint: words.kwhHint },
        { path: "brl", label: words.brl, hint: words.brlHint },
        {
          path: "pivotIds",
          label: words.pivots,
          hint: words.pivotsHint,
          wide: true,
          options: recordOptions(lists.of("pivot"), ({ name }) => name),
        },
      ],
    },
  ],
  start: (lists) => {
    const farmId = onlyOne(lists.of("farm"));
    return { from: farmDay(now(), firstTimeZone(lists)), ...(farmId && { farmId }) };
  },
  check: checkSeasonBudget,
  nameOf: ({ name }) => name,
  SidePanel: BudgetCard,
} satisfies RecordScreenConfig<"seasonBudget">;
