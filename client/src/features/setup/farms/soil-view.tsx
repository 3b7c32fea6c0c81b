import { layersFromPercent, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { checkSoil } from "@lamina/shared/records/farm";
import { unusualSoil } from "@lamina/shared/records/unusual";
import { RecordFiles } from "../importing/records/record-files.tsx";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { soilFile } from "./soil-file.ts";
import { text } from "./text.ts";

/** The depth at which soils are compared. */
const COMPARED_M = 1;
const words = text.soil;

/** Soils with their layers. The PMP of each layer is below its CC. */
export const soilView: AnyScreenConfig = {
  entity: "soil",
  icon: "soil",
  words: words.words,
  uses: ["pivotSector"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    { key: "texture", header: words.texture, value: ({ texture }) => texture ?? null, facet: true },
    {
      key: "water",
      header: words.waterFirst,
      unit: "mm",
      kind: "number",
      decimals: 0,
      value: ({ layers }) => totalAvailableWater(layersFromPercent(layers), COMPARED_M),
    },
    { key: "layers", header: words.layerCount, kind: "number", decimals: 0, value: ({ layers }) => layers.length },
    {
      key: "sectors",
      header: words.usedBy,
      value: ({ _id }) =>
        text.count(lists.of("pivotSector").filter(({ soilId }) => soilId === _id).length, text.sector, text.sectors),
    },
  ],
  groups: () => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        { path: "texture", label: words.texture },
        { path: "infiltrationMmH", label: words.infiltration, hint: words.infiltrationHint },
      ],
    },
    {
      title: words.layers,
      fields: [
        {
          path: "layers",
          label: words.layers,
          rows: {
            add: words.addLayer,
            name: words.layer,
            fields: [
              { path: "depthCm", label: words.depth },
              { path: "fcPct", label: words.fc },
              { path: "wpPct", label: words.wp },
              { path: "bulkDensity", label: words.density },
            ],
          },
        },
      ],
    },
  ],
  start: () => ({ layers: [{ depthCm: 100, fcPct: 30, wpPct: 16 }] }),
  check: checkSoil,
  unusual: unusualSoil,
  nameOf: ({ name }) => name,
  Tools: (props) => <RecordFiles {...props} file={soilFile()} title={words.words.many} />,
} satisfies RecordScreenConfig<"soil">;
