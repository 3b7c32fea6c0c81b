import { CropFields, checkCrop, checkSeason, SeasonFields } from "@lamina/shared/records/crop";
import { unusualCrop } from "@lamina/shared/records/unusual";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import type { ImportField } from "../importing/import-field.ts";
import type { RecordFile } from "../importing/records/record-file.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { sectorOptions } from "../records/data/sectors.ts";
import { text } from "./text.ts";

const STAGES = [0, 1, 2, 3] as const;

/** Crops as a table, with their four stages. */
export function cropFile(): RecordFile {
  const words = text.crop;
  const stageOf = (index: number) => words.stage(index + 1);
  const plain = (
    [
      ...(["kcIni", "kcMid", "kcEnd", "kcbIni", "kcbMid", "kcbEnd"] as const),
      ...(["p", "tBase", "tUpper", "ky"] as const),
    ] as const
  ).map((path): ImportField => ({ path, label: words[path] }));
  return {
    kind: "crop",
    identity: ["name"],
    schema: CropFields.omit({ stageDegrees: true }),
    fields: [
      { path: "name", label: words.name, names: /^cultura$/ },
      ...plain,
      { path: "rootIniCm", label: words.rootIni },
      { path: "rootMaxCm", label: words.rootMax },
      { path: "heightM", label: words.height },
      { path: "maturityPct", label: words.maturity },
      { path: "emergenceMm", label: words.emergence },
      { path: "yieldKgHa", label: words.yield },
      { path: "priceBrlKg", label: words.price },
      ...STAGES.flatMap((index): ImportField[] => [
        { path: `stages.${index}.name`, label: `${stageOf(index)}: ${words.stageName}` },
        { path: `stages.${index}.days`, label: `${stageOf(index)}: ${words.days}` },
        { path: `stages.${index}.kc`, label: `${stageOf(index)}: Kc`, spare: true },
        { path: `allowedPct.${index}`, label: `${stageOf(index)}: ${words.rules}` },
        { path: `kyStages.${index}`, label: `${stageOf(index)}: Ky` },
      ]),
    ],
    check: (row) => fieldErrors(checkCrop(row)),
    unusual: (row) => fieldErrors(unusualCrop(row)),
  };
}

/** Seasons as a table. Stages of their own stay as they are. */
export function seasonFile(lists: RelatedRecords): RecordFile {
  const words = text.season;
  return {
    kind: "season",
    identity: ["sectorId", "plantingDate"],
    schema: SeasonFields.omit({ stages: true }),
    fields: [
      { path: "sectorId", label: words.sector, options: sectorOptions(lists), once: true },
      { path: "cropId", label: words.crop, options: recordOptions(lists.of("crop"), ({ name }) => name), once: true },
      { path: "plantingDate", label: words.planting },
      { path: "emergenceDate", label: words.emergence },
      { path: "harvestDate", label: words.harvest },
      { path: "status", label: words.status, options: wordOptions(words.statuses) },
      { path: "name", label: words.name },
      { path: "initialWater", label: words.initialWater, options: wordOptions(words.initialWaters) },
      { path: "initialMoisturePct", label: words.moisture },
      { path: "pOverride", label: words.p },
      { path: "kcMethod", label: words.method, options: wordOptions(words.methods) },
      { path: "stageUnit", label: words.stageUnit, options: wordOptions(words.stageUnits) },
      { path: "yieldKgHa", label: text.crop.yield },
      { path: "priceBrlKg", label: text.crop.price },
    ],
    check: (row) => fieldErrors(checkSeason(row)),
  };
}
