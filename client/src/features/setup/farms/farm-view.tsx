import { checkFarm, FarmTimezone } from "@lamina/shared/records/farm";
import { unusualFarm } from "@lamina/shared/records/unusual";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { FileTools } from "../importing/records/file-tools.tsx";
import { RecordFiles } from "../importing/records/record-files.tsx";
import { counted, countOf, onSectors, sectorsOn } from "../records/data/dependents.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text as setup } from "../text.ts";
import { PastWeatherFetch } from "./archive/past-weather-fetch.tsx";
import { FarmLand } from "./farm-land.tsx";
import { MapTools } from "./maps/map-tools.tsx";
import { PastWeatherImport } from "./past-weather-import.tsx";
import { farmFile } from "./record-files.ts";
import { text } from "./text.ts";

const words = text.farm;

/** Farms: their place, their outline, and their weather station. */
export const farmView: AnyScreenConfig = {
  entity: "farm",
  icon: "farm",
  words: words.words,
  uses: ["pivot", "pivotSector", "soil", "waterSource", "device", "season", "monitor"],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    { key: "city", header: words.city, value: ({ city }) => city ?? null },
    { key: "state", header: words.state, value: ({ state }) => state ?? null, facet: true },
    { key: "area", header: words.area, unit: "ha", kind: "number", value: ({ areaHa }) => areaHa ?? null },
    {
      key: "pivots",
      header: words.pivots,
      kind: "number",
      decimals: 0,
      value: ({ _id }) => countOf(lists, "pivot", ({ farmId }) => farmId === _id),
    },
    { key: "altitude", header: words.altitude, unit: "m", kind: "number", value: ({ altitude }) => altitude },
    { key: "timezone", header: words.timezone, value: ({ timezone }) => setup.timezones[timezone], optional: true },
  ],
  groups: (lists, record) => [
    {
      title: words.place,
      fields: [
        { path: "lat", label: words.lat },
        { path: "lon", label: words.lon },
        { path: "altitude", label: words.altitude, hint: words.altitudeHint },
        { path: "areaHa", label: words.area },
      ],
    },
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        { path: "city", label: words.city },
        { path: "state", label: words.state, hint: words.stateHint },
        { path: "timezone", label: words.timezone, options: wordOptions(setup.timezones) },
      ],
    },
    {
      title: words.shifts,
      fields: [{ path: "whenFails", label: words.whenFails, hint: words.whenFailsHint, widget: "long", wide: true }],
    },
    {
      title: words.data,
      fields: [
        {
          path: "stationDeviceId",
          label: words.station,
          hint: words.stationHint,
          wide: true,
          options: recordOptions(
            lists.of("device").filter(({ farmId }) => farmId === record?._id),
            ({ name, serial }) => (name ? `${name} (${serial})` : serial),
          ),
        },
      ],
    },
  ],
  // The hint of the client's time zone promises this default.
  start: () => ({ timezone: FarmTimezone.catch(DEFAULT_TIMEZONE).parse(clientSetup.state.get().selected?.timezone) }),
  check: checkFarm,
  unusual: unusualFarm,
  notCopied: ["boundary", "lines", "stationDeviceId"],
  dependents: ({ _id }, lists) => {
    const pivots = new Set(
      lists
        .of("pivot")
        .filter(({ farmId }) => farmId === _id)
        .map((pivot) => pivot._id),
    );
    const sectors = sectorsOn(lists, pivots);
    return counted([
      [pivots.size, text.pivotOne, text.pivotMany],
      [sectors.size, text.sector, text.sectors],
      [onSectors(lists, "season", sectors), text.seasonOne, text.seasonMany],
      [onSectors(lists, "monitor", sectors), text.monitorOne, text.monitorMany],
      [lists.of("waterSource").filter(({ farmId }) => farmId === _id).length, text.sourceOne, text.sourceMany],
      [lists.of("device").filter(({ farmId }) => farmId === _id).length, text.deviceOne, text.deviceMany],
    ]);
  },
  nameOf: ({ name }) => name,
  timeZone: ({ timezone }) => timezone,
  Tools: (props) => (
    <FileTools inSight={props.lists.of("farm").length === 0}>
      <MapTools {...props} />
      <RecordFiles {...props} file={farmFile()} title={words.words.many} />
      <PastWeatherImport {...props} />
      <PastWeatherFetch {...props} />
    </FileTools>
  ),
  FormHeader: FarmLand,
} satisfies RecordScreenConfig<"farm">;
