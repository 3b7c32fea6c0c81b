import { Moment } from "@lamina/shared/core/record";
import { Variable } from "@lamina/shared/records/telemetry";
import { variableNames, variableRow } from "@lamina/shared/records/variables";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import * as z from "zod";
import type { RowReader, WideField } from "../importing/import-field.ts";
import { wordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { firstTimeZone } from "../records/data/time-zone.ts";
import { ownOffset, readingDoubts } from "./reading-doubts.ts";
import { text } from "./text.ts";

export const ReadingRow = z.object({
  serial: z.string().min(1).max(64),
  date: Moment,
  variable: Variable,
  depthCm: z.number().optional(),
  value: z.number(),
});

const words = text.reading;
const SOIL = /\b(?:solo|soil|sentek|sm|vwc)\b/;
/** A place below the ground in a name; stations name their heights in metres. */
const DEEP = /\b\d{1,3} ?(?:cm|in)\b/;
/** Statistics of other moments than that of the row, and values that only look like a measured one. */
const STATISTIC =
  /\b(?:max|min|maxima|minima|maximum|minimum|hi|high|low|alta|baixa|std|stdev|desvio|qc|flag|orvalho|dew|dp|ponto|pto|bulbo umido|wet|inside|indoor|interna|chill|heat|thw|thsw|index|indice|run|trend|corrente|prob)\b/;
/** Names of the columns of INMET, Davis, Campbell, IrriMAX, CIMIS, AgriMet, NASA POWER and Open-Meteo. */
const NAMES: Readonly<Record<Variable, readonly [names: RegExp, except?: RegExp]>> = {
  airTemp: [
    /^(?:temp|temperatura|air ?t|t2m|ta|tair|out ?temp|temp(?:eratura)? (?:ins|out|ar|do ar|2m)|outside temp|ob|tempf|tempc)\b|air temp|temperature|temperatura|tem[p]? ins|temp out|^[a-z]{4} ob$|^airt[cf]|^t ?\(/,
    new RegExp(`${SOIL.source}|${DEEP.source}|${STATISTIC.source}|panel|ptemp|logger|bateria|batt|module`),
  ],
  airHum: [
    /^(?:ur|rh|umid|hum|umi|tu)\b|umidade|um[id]\.? ins|^[a-z]{4} tu$|humid|out hum|^rh2m|rel hum/,
    new RegExp(`${SOIL.source}|${STATISTIC.source}|espec|\\b(?:\\d{1,2}|100) ?cm\\b`),
  ],
  rain: [
    /\b(?:chuva|precip|precipitacao|rain|pluvio|ppt|prec|prp|prectotcorr|precipitation)/,
    /\b(?:accumulated|cumulative|rate|taxa|intens|max|min|(?:hour|dai|week|month|year)ly rain|year|month|week|storm|event|qc|acumulad[ao] do|prob|total (?:acumulado|rain))|rain(?:fall)? (?:hour|dai|week|month|year)ly|rain day|rainin\b/,
  ],
  rainTotal: [
    /accumulated rain|(?:rain|chuva|precip).*(?:total acumulado|counter|contador)|\bpc$|(?:total|yearly|monthly|weekly|daily|event) rain|rain(?:fall)? (?:total|yearly|monthly|weekly|daily|event)\b|(?:total|yearly|monthly|weekly|daily|event)rainin/,
    /rate/,
  ],
  wind: [
    /\b(?:vento|wind|ws|vel|ws10m|ws2m|windspeed|u2)\b|^ws /,
    new RegExp(`${STATISTIC.source}|\\bdir|\\bdirecao|gust|raj|rosa|samp|\\btx\\b`),
  ],
  windDir: [/\b(?:dir|direcao|dire[^a-z]{1,2}o|direction|winddir|wd|wind ?dir\w*)\b/, /\b(?:hi|high|max|std|codigo)\b/],
  gust: [/gust|rajada|\braj\b|high wind speed|hi speed|wind hi\b|\bwg\b/, /dir|daily|max gust/],
  rad: [
    /\b(?:rad|radiacao|radiation|solar|slr(?:w|kj|mj)?|srad|sr|rs|shortwave|allsky|pyr)\b/,
    /\b(?:uv|energy|energia|max|min|hi|high|net|saldo|long|qc|acum)\b/,
  ],
  pressure: [
    /\b(?:press|pressao|pressure|baro|barometer|bp|bar|ps|surface pressure)\b/,
    new RegExp(`vap|${STATISTIC.source}|nivel do mar|sea|msl|\\brel(?:ative|ativa)?\\b|pump|bomba|tendencia`),
  ],
  soilMoist: [
    /\b(?:vwc|moisture|umidade do solo|umid(?:ade)? (?:vol|solo)|soil ?moist\w*|theta|sm|teor de agua)\b|soil.*(?:moist|water)|water content|(?:umidade|umid).*(?:\d ?cm|solo)|^a\d+ ?\(\d+\)|^\w* ?\d{1,3} ?cm$/,
    /temp|salin|ec\b|tens|potenc|sum\b|soma|media|tempo/,
  ],
  soilTension: [/\b(?:tensao|tension|matric\w*|potencial|watermark|tensiom\w*|swp)\b/],
  soilTemp: [
    new RegExp(
      `(?:soil|solo).*temp|temp.*(?:soil|solo)|^t\\d+ ?\\(\\d+\\)|\\btsoil\\b|\\bsoilt\\w*|\\btemp.*${DEEP.source}`,
    ),
    /\b(?:max|min|qc)\b/,
  ],
  // The salinity of a Sentek probe is an index without a unit, no conductivity.
  ec: [/\b(?:ec|condut\w*|conductivity)\b|salin.*[([][dmuµ]s\/c?m/, /vic/],
  flow: [/\b(?:vazao|flow)\b/, /total|acum/],
  flowTotal: [
    /\b(?:hidrometro|totalizador|totali[sz]er)\b|(?:vazao|flow|volume|agua|water).*(?:total|acum)|(?:total|acum).*(?:flow|volume|agua|water)/,
    /rain|chuva|precip/,
  ],
  energyTotal: [/\bkwh\b|(?:energia|energy).*(?:total|acum|ativa|active)|(?:total|acum).*(?:energia|energy)/],
  hourMeter: [/\b(?:horimetro|hour ?meter|run ?hours|operating hours)\b/],
  level: [
    /^(?:nivel|level|cota)(?: (?:d[aeo] )?(?:agua|reservatorio|canal|rio|poco|tanque|lago|water))*(?:$| ?\()|water level/,
  ],
};

const allFields: readonly WideField[] = variableNames.map((name) => {
  const { unit, range, place } = variableRow(name);
  const [names, except] = NAMES[name];
  const atDepth = place === "soil" || place === "soil-water";
  return {
    path: name,
    label: text.variables[name],
    unit,
    range,
    atDepth,
    isPotential: name === "soilTension",
    names,
    ...(except && { except }),
  };
});

/**
 * Reads readings from a file: one value a row, or a column for each quantity that some sensor measures. The file of a
 * public station has more, which are named as ignored.
 */
export function readingReader(lists: RelatedRecords): RowReader {
  const timeZone: RowReader["timeZone"] = ({ serial }) => {
    const device = lists.of("device").find((one) => one.serial === serial);
    return lists.find("farm", device?.farmId)?.timezone ?? firstTimeZone(lists);
  };
  const measured = new Set(lists.of("sensor").map(({ variable }) => variable as string));
  return {
    fields: [
      {
        path: "serial",
        label: text.device.serial,
        options: lists.of("device").map(({ serial }) => ({ value: serial, label: serial })),
        once: true,
      },
      { path: "date", label: words.date, widget: "moment" },
      { path: "variable", label: text.sensor.variable, options: wordOptions(text.variables) },
      { path: "depthCm", label: text.sensor.depth },
      { path: "value", label: words.value },
    ],
    schema: ReadingRow,
    timeZone,
    unusual: ({ variable, value }) => {
      const { unit, range } = variableRow(Variable.parse(variable));
      const [minimum, maximum] = range;
      const isUsual = Number(value) >= minimum && Number(value) <= maximum;
      return isUsual
        ? {}
        : fieldErrors([{ field: "value", id: "unusual", minimum, maximum, unit, value: Number(value) }]);
    },
    doubts: (rows, mapping, cells) =>
      readingDoubts(rows, { mapping, zoneOf: timeZone, ownOffset: ownOffset(mapping, cells) }),
    wide: {
      fields: measured.size > 0 ? allFields.filter(({ path }) => measured.has(path)) : allFields,
      quantity: "variable",
      depth: "depthCm",
      value: "value",
    },
  };
}
