import { ConfigFields, TariffFields } from "@lamina/shared/config";
import { entities } from "@lamina/shared/entities";
import { checkTariff } from "@lamina/shared/tariff-week";
import type { RecordDefinition } from "../../records/definition.ts";
import { configs, tariffs } from "../../schema/settings.ts";

export const configDefinition: RecordDefinition<typeof ConfigFields> = {
  calls: entities.config,
  notFound: "Configuração não encontrada.",
  table: configs,
  fields: ConfigFields,
  orderBy: configs.createdAt,
  unique: { configs_client: "clientId" },
};

export const tariffDefinition: RecordDefinition<typeof TariffFields> = {
  calls: entities.tariff,
  notFound: "Tarifa não encontrada.",
  table: tariffs,
  fields: TariffFields,
  orderBy: tariffs.name,
  check: checkTariff,
};
