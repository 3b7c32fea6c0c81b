import { FarmTimezone } from "@lamina/shared/farm";
import { Name } from "@lamina/shared/record";
import * as z from "zod";

/** Own fields of a client (domain, 10), as accepted at the door. `typeChart` may come as text, as in real APIs. */
export const ClientFields = z.object({
  name: Name,
  document: z.string().trim().max(20).nullish(),
  typeChart: z.coerce.number().pipe(z.literal([1, 2])),
  timezone: FarmTimezone.default("America/Sao_Paulo"),
  logoUrl: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullish(),
});
export type ClientFields = z.output<typeof ClientFields>;
