import { farmDay, isFarmDay } from "@lamina/shared/core/farm-time";
import { checkSeason } from "@lamina/shared/records/crop";
import { changedCrop, unusualSeason } from "@lamina/shared/records/unusual";
import { useEffect, useEffectEvent, useRef } from "react";
import { now } from "../../../platform/clock.ts";
import { Checks } from "../../../ui/controls/checks.tsx";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues } from "../../../ui/form/form-values.ts";
import { valueAt } from "../../../ui/form/path.ts";
import { RecordFiles } from "../importing/records/record-files.tsx";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import {
  type AnyScreenConfig,
  entityInfo,
  type FieldsOf,
  type PartProps,
  type RecordScreenConfig,
} from "../records/data/screen-config.ts";
import { sectorName, sectorOptions, sectorTimeZone } from "../records/data/sectors.ts";
import { baseFields } from "../records/use-record-form.ts";
import { BalanceCard } from "./balance-card.tsx";
import { SeasonBudgets } from "./budget/season-budgets.tsx";
import { InitialWaterField } from "./initial-water-field.tsx";
import { curveOf, seenOn } from "./kc-curve.ts";
import { KcGraph } from "./kc-graph.tsx";
import { RecomputeButton } from "./recompute-button.tsx";
import { seasonFile } from "./record-files.ts";
import { SeasonPreview } from "./season-preview.tsx";
import { compareSeasons, initialStatus } from "./season-rules.ts";
import { text } from "./text.ts";

const words = text.season;

/** Seasons: the crop of a sector with its dates. The API allows no overlap and one active season per sector. */
export const seasonView: AnyScreenConfig = {
  entity: "season",
  icon: "chart",
  words: words.words,
  uses: ["crop", "pivotSector", "pivot", "farm", "canopyObservation", "seasonBudget"],
  columns: (lists) => [
    { key: "sector", header: words.sector, value: ({ sectorId }) => sectorName(lists, sectorId) },
    { key: "crop", header: words.crop, value: ({ cropId }) => lists.find("crop", cropId)?.name ?? null, facet: true },
    { key: "status", header: words.status, value: ({ status }) => words.statuses[status], facet: true },
    { key: "planting", header: words.planting, kind: "day", value: ({ plantingDate }) => plantingDate },
    { key: "emergence", header: words.emergence, kind: "day", value: (season) => season.emergenceDate ?? null },
    { key: "harvest", header: words.harvest, kind: "day", value: ({ harvestDate }) => harvestDate ?? null },
    { key: "method", header: words.method, value: ({ kcMethod }) => words.methods[kcMethod], optional: true },
    { key: "name", header: words.name, value: ({ name }) => name ?? null, optional: true },
  ],
  groups: (lists) => [
    {
      title: words.what,
      fields: [
        { path: "sectorId", label: words.sector, options: sectorOptions(lists) },
        { path: "cropId", label: words.crop, options: recordOptions(lists.of("crop"), ({ name }) => name) },
        { path: "status", label: words.status, options: wordOptions(words.statuses) },
        { path: "name", label: words.name },
      ],
    },
    {
      title: words.dates,
      fields: [
        { path: "plantingDate", label: words.planting },
        { path: "emergenceDate", label: words.emergence, hint: words.emergenceHint },
        { path: "harvestDate", label: words.harvest },
      ],
    },
    {
      title: words.start,
      fields: [
        {
          path: "initialWater",
          label: words.initialWater,
          options: wordOptions(words.initialWaters),
          widget: InitialWaterField,
        },
        { path: "initialMoisturePct", label: words.moisture, hint: words.moistureHint },
        { path: "pOverride", label: words.p, hint: words.pHint },
        { path: "kcMethod", label: words.method, options: wordOptions(words.methods) },
        {
          path: "stageUnit",
          label: words.stageUnit,
          hint: words.stageUnitHint,
          options: wordOptions(words.stageUnits),
        },
      ],
    },
    {
      title: words.worth,
      hint: words.worthHint,
      fields: [
        { path: "yieldKgHa", label: text.crop.yield },
        { path: "priceBrlKg", label: text.crop.price },
      ],
    },
    {
      title: words.own,
      hint: words.ownHint,
      fields: [
        {
          path: "stages",
          label: words.own,
          rows: {
            add: text.crop.addStage,
            name: text.crop.stage,
            fields: [
              { path: "name", label: text.crop.stageName },
              { path: "days", label: text.crop.days },
              { path: "kc", label: text.crop.kc },
            ],
          },
        },
      ],
    },
  ],
  order: (one, other) => compareSeasons(one, other),
  check: checkSeason,
  unusual: (season, lists, record) => [
    ...unusualSeason(season, lists.find("crop", season.cropId)?.priceBrlKg),
    ...(record ? changedCrop(record, season, farmDay(now(), sectorTimeZone(lists, record.sectorId) ?? "UTC")) : []),
  ],
  nameOf: ({ name, cropId, sectorId }, lists) =>
    name ??
    words.nameOf(lists.find("crop", cropId)?.name ?? words.words.one, sectorName(lists, sectorId) ?? words.sector),
  timeZone: ({ sectorId }, lists) => sectorTimeZone(lists, sectorId),
  FormHeader: SeasonCurve,
  FormFooter: SeasonFooter,
  related: ({ sectorId, ...season }, values) =>
    otherSectors(values)
      .filter((id) => id !== sectorId)
      .map((id) => ({
        name: id,
        entity: "season" as const,
        fields: () => ({ ...baseFields(entityInfo("season").fields, season), sectorId: id }),
      })),
  SidePanel: (props) => (
    <>
      <SeasonBudgets {...props} />
      <BalanceCard {...props} />
    </>
  ),
  Tools: (props) => (
    <>
      <RecordFiles {...props} file={seasonFile(props.lists)} title={words.words.many} />
      <RecomputeButton {...props} />
    </>
  ),
} satisfies RecordScreenConfig<"season">;

function SeasonCurve({ record, lists }: PartProps<"season">) {
  const { schema, values, set, timeZone } = useForm();
  const { sectorId, cropId, stages, plantingDate }: Partial<FieldsOf<"season">> = fromFormValues(schema, values);
  const status = plantingDate && !record ? initialStatus(plantingDate, timeZone) : undefined;
  // A season that was planted is under way. The choice may still be changed by hand.
  const follow = useEffectEvent(set);
  useEffect(() => {
    if (status) follow("status", status);
  }, [status]);
  const crop = lists.find("crop", cropId) ?? {};
  useNameOfCrop(lists);
  const curve = curveOf(crop, stages);
  const own = lists.of("canopyObservation").filter((one) => one.sectorId === sectorId);
  const seen = curve && plantingDate && isFarmDay(plantingDate) ? seenOn(curve, crop, own, plantingDate) : [];
  return <KcGraph curve={curve} planting={plantingDate} seen={seen} />;
}

/** A name that begins with the crop's (`Feijão 09/2026`) follows another crop; any other name stays. */
function useNameOfCrop(lists: PartProps<"season">["lists"]): void {
  const { values, set } = useForm();
  const { cropId, name } = values;
  const before = useRef(cropId);
  const rename = useEffectEvent((next: string) => set("name", next));
  useEffect(() => {
    const [old, crop] = [before.current, cropId].map((id) => lists.find("crop", id)?.name);
    before.current = cropId;
    if (old && crop && old !== crop && typeof name === "string" && name.startsWith(old))
      rename(`${crop}${name.slice(old.length)}`);
  }, [cropId, name, lists]);
}

/** Path of the further sectors of a new season in the form. */
const OTHERS = "otherSectors";

const otherSectors = (values: FormValues) => (valueAt(values, OTHERS) ?? []) as readonly string[];

/** The further sectors of a new season, and the preview of its balance. */
function SeasonFooter({ record, lists }: PartProps<"season">) {
  const { values } = useForm();
  const { set } = useField(OTHERS);
  const chosen = otherSectors(values);
  const options = sectorOptions(lists).filter(({ value }) => value !== values.sectorId);
  return (
    <>
      {!record && options.length > 0 && (
        <Checks
          legend={words.others}
          hint={words.othersHint}
          options={options}
          chosen={chosen}
          onChoose={(id, on) => set(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      )}
      <SeasonPreview />
    </>
  );
}
