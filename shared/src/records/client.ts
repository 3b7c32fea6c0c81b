import * as z from "zod";
import { Name } from "../core/record.ts";
import { FarmTimezone } from "./farm.ts";

/** How a client's irrigâmetro is drawn (§2, §3): 1 is the pivot circle, 2 is the ruler. */
export const TypeChart = { pivot: 1, bar: 2 } as const;
export type TypeChart = (typeof TypeChart)[keyof typeof TypeChart];

/**
 * A farm customer (§3). `_id` is the stored selection, `id` looks up the menu. The specification does not show the
 * other fields: an empty or unexpected value in one of them is ignored, because it must not reject the whole list.
 */
export const Client = z.looseObject({
  _id: z.string().min(1),
  id: z.coerce.string(),
  name: z.string().catch(""),
  /** IANA name. */
  timezone: z.string().optional().catch(undefined),
  typeChart: z.unknown().meta({ usual: "number" }).optional().transform(readTypeChart),
});
export type Client = z.infer<typeof Client>;
export const ClientList = z.array(Client);

/** A real API may send `"1"`. Any unknown value is read as the ruler, with a log entry (domain, 2). */
function readTypeChart(value: unknown): TypeChart {
  const number = Number(value);
  if (number === TypeChart.pivot || number === TypeChart.bar) return number;
  console.warn("typeChart is neither 1 nor 2 and is read as 2:", value);
  return TypeChart.bar;
}

/** Body of `POST /Client/Update`: the client with its changed fields. */
export const ClientUpdate = z.looseObject({ _id: z.string().min(1) });
/** Body of `POST /Client/Insert`. */
export const ClientInsert = z.looseObject({
  name: Name,
  typeChart: z.union([z.literal(1), z.literal(2)]),
});

/** Own fields of a client (domain, 10), as the API accepts them. `typeChart` may come as text, as in real APIs. */
export const ClientFields = z.object({
  name: Name,
  /** CNPJ or CPF, as it was written. */
  document: z.string().trim().max(20).nullish(),
  typeChart: z.coerce.number().pipe(z.literal([TypeChart.pivot, TypeChart.bar])),
  timezone: FarmTimezone.default("America/Sao_Paulo"),
  logoUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
});
export type ClientFields = z.output<typeof ClientFields>;
