import { PAGE_RECORDS_MAX } from "@lamina/shared/calls/endpoint";
import { entities } from "@lamina/shared/calls/entities";
import { checkRain, RainFields } from "@lamina/shared/records/weather";
import { defineRecord } from "../records/definition.ts";
import { places } from "../records/places.ts";
import { rains } from "../schema/weather.ts";
import { rainRepeats } from "./repeated-rain.ts";

export const rainDefinition = defineRecord({
  calls: entities.rain,
  notFound: "rain",
  place: places.rain,
  fields: RainFields,
  orderBy: rains.date,
  mostListed: PAGE_RECORDS_MAX,
  references: { farmId: places.farm, sectorId: places.pivotSector, photoId: places.photo },
  repeats: rainRepeats,
  check: (rain, { date }) => checkRain(rain, date.getTime()),
});
