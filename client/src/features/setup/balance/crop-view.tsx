import { checkCrop } from "@lamina/shared/records/crop";
import { unusualCrop } from "@lamina/shared/records/unusual";
import { useForm } from "../../../ui/form/form-context.ts";
import { fromFormValues } from "../../../ui/form/form-values.ts";
import { RecordFiles } from "../importing/records/record-files.tsx";
import { counted, countOf } from "../records/data/dependents.ts";
import type { AnyScreenConfig, PartProps, RecordScreenConfig } from "../records/data/screen-config.ts";
import { CropPresets } from "./crop-presets.tsx";
import { curveOf } from "./kc-curve.ts";
import { KcGraph } from "./kc-graph.tsx";
import { cropFile } from "./record-files.ts";
import { text } from "./text.ts";

const words = text.crop;
const number = (value: number) => text.crop.stage(value);

/** Crops: their water use in each stage, and their root depth. */
export const cropView: AnyScreenConfig = {
  entity: "crop",
  icon: "soil",
  words: words.words,
  uses: ["season"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    {
      key: "cycle",
      header: words.cycle,
      unit: "dias",
      kind: "number",
      decimals: 0,
      value: ({ stages }) => stages.reduce((sum, { days }) => sum + days, 0),
    },
    { key: "kcMid", header: words.kcMid, kind: "number", decimals: 2, value: ({ kcMid }) => kcMid },
    { key: "root", header: words.rootMax, unit: "cm", kind: "number", value: ({ rootMaxCm }) => rootMaxCm },
    { key: "p", header: words.p, kind: "number", decimals: 2, value: ({ p }) => p },
    {
      key: "seasons",
      header: words.seasons,
      kind: "number",
      decimals: 0,
      value: ({ _id }) => countOf(lists, "season", ({ cropId }) => cropId === _id),
    },
  ],
  groups: () => [
    { title: words.identity, fields: [{ path: "name", label: words.name, wide: true }] },
    {
      title: words.coefficients,
      hint: words.basalHint,
      fields: (["kcIni", "kcMid", "kcEnd", "kcbIni", "kcbMid", "kcbEnd"] as const).map((path) => ({
        path,
        label: words[path],
      })),
    },
    {
      title: words.stages,
      fields: [
        {
          path: "stages",
          label: words.stages,
          rows: {
            add: words.addStage,
            name: number,
            fixed: true,
            fields: [
              { path: "name", label: words.stageName },
              { path: "days", label: words.days },
            ],
          },
        },
      ],
    },
    {
      title: words.roots,
      fields: [
        { path: "rootIniCm", label: words.rootIni, hint: words.rootIniHint },
        { path: "rootMaxCm", label: words.rootMax },
        { path: "p", label: words.p },
        { path: "heightM", label: words.height },
        { path: "tBase", label: words.tBase, hint: words.tBaseHint },
        { path: "tUpper", label: words.tUpper, hint: words.tUpperHint },
      ],
    },
    {
      title: words.rules,
      hint: words.rulesHint,
      fields: [
        ...[0, 1, 2, 3].map((index) => ({ path: `allowedPct.${index}`, label: words.allowed(number(index + 1)) })),
        { path: "maturityPct", label: words.maturity, hint: words.maturityHint },
        { path: "emergenceMm", label: words.emergence, hint: words.emergenceHint },
      ],
    },
    {
      title: words.worth,
      hint: words.worthHint,
      fields: [
        { path: "ky", label: words.ky, hint: words.kyHint },
        { path: "yieldKgHa", label: words.yield, hint: words.yieldHint },
        { path: "priceBrlKg", label: words.price, hint: words.priceHint },
      ],
    },
    {
      title: words.kyStages,
      hint: words.kyStagesHint,
      fields: [0, 1, 2, 3].map((index) => ({ path: `kyStages.${index}`, label: words.kyStage(number(index + 1)) })),
    },
  ],
  start: () => ({
    stages: [30, 40, 50, 30].map((days, index) => ({ name: number(index + 1), days })),
    p: 0.5,
  }),
  check: checkCrop,
  unusual: unusualCrop,
  dependents: ({ _id }, lists) =>
    counted([[lists.of("season").filter(({ cropId }) => cropId === _id).length, words.seasonOne, words.seasonMany]]),
  nameOf: ({ name }) => name,
  Tools: (props) => <RecordFiles {...props} file={cropFile()} title={words.words.many} />,
  FormHeader: CropCurve,
} satisfies RecordScreenConfig<"crop">;

function CropCurve({ record }: PartProps<"crop">) {
  const { schema, values } = useForm();
  return (
    <>
      {!record && <CropPresets />}
      <KcGraph curve={curveOf(fromFormValues(schema, values))} />
    </>
  );
}
