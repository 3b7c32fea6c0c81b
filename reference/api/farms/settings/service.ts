import { type Config, ConfigFields, type TariffWindow } from "@lamina/shared/records/config";
import { and, asc, eq } from "drizzle-orm";
import { anyOf } from "../../core/database/arrays.ts";
import type { Database } from "../../core/database/open.ts";
import { configs, tariffs } from "../../schema/settings.ts";

/** Settings of a client, with defaults. */
export interface ClientSettings {
  decisionTime: Config["decisionTime"];
  etoSource: Config["etoSource"];
  statusMargins: Config["statusMargins"];
  staleLimits: Config["staleLimits"];
  rainEffective: Config["rainEffective"];
  advice: Config["advice"];
  /** How the person of a command but a stop is confirmed. */
  commandConfirmation: Config["commandConfirmation"];
  /** Power of the client's contract, with the price of power above it. */
  contract: { kw: number; brlKw: number } | null;
  /** Windows of the client's tariff; empty without a tariff, so that hours have no price. */
  tariff: readonly TariffWindow[];
}

const DEFAULTS = ConfigFields.parse({});

/** Settings of each of these clients: as stored, else the defaults. The first active tariff by name applies. */
export async function clientSettings(
  database: Database,
  clientIds: readonly string[],
): Promise<Map<string, ClientSettings>> {
  const ids = [...clientIds];
  const rows = await database.select().from(configs).where(anyOf(configs.clientId, ids));
  const windows = await database
    .select({
      clientId: tariffs.clientId,
      windows: tariffs.windows,
      demandKw: tariffs.demandKw,
      demandBrlKw: tariffs.demandBrlKw,
    })
    .from(tariffs)
    .where(and(anyOf(tariffs.clientId, ids), eq(tariffs.active, true)))
    .orderBy(asc(tariffs.name), asc(tariffs._id));
  return new Map(
    ids.map((clientId) => {
      const config = rows.find((row) => row.clientId === clientId) ?? DEFAULTS;
      const { decisionTime, etoSource, statusMargins, staleLimits, rainEffective, commandConfirmation } = config;
      const advice = config.advice ?? DEFAULTS.advice;
      const {
        windows: tariff = [],
        demandKw = null,
        demandBrlKw = null,
      } = windows.find((row) => row.clientId === clientId) ?? {};
      const contract = demandKw !== null && demandBrlKw !== null ? { kw: demandKw, brlKw: demandBrlKw } : null;
      const rules = { decisionTime, etoSource, statusMargins, staleLimits, rainEffective, advice, commandConfirmation };
      return [clientId, { ...rules, tariff, contract }] as const;
    }),
  );
}
