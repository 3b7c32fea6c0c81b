import { entities } from "@lamina/shared/calls/entities";
import { ConfigFields, checkTariff, TariffFields } from "@lamina/shared/records/config";
import { defineRecord } from "../../records/definition.ts";
import { places } from "../../records/places.ts";
import { configs, tariffs } from "../../schema/settings.ts";

export const configDefinition = defineRecord({
  calls: entities.config,
  notFound: "config",
  place: places.config,
  fields: ConfigFields,
  orderBy: configs.createdAt,
  unique: { configs_client: "clientId" },
});

export const tariffDefinition = defineRecord({
  calls: entities.tariff,
  notFound: "tariff",
  place: places.tariff,
  fields: TariffFields,
  orderBy: tariffs.name,
  check: checkTariff,
});
