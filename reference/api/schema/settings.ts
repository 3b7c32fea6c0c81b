import type { Config, TariffWindow } from "@lamina/shared/records/config";
import { doublePrecision, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { clientRecordColumns } from "./clients.ts";

export const configs = pgTable(
  "configs",
  {
    ...clientRecordColumns(),
    decisionTime: text("decision_time").notNull(),
    etoSource: text("eto_source").$type<Config["etoSource"]>().notNull(),
    forecastSource: text("forecast_source").$type<Config["forecastSource"]>().notNull(),
    statusMargins: jsonb("status_margins").$type<Config["statusMargins"]>().notNull(),
    staleLimits: jsonb("stale_limits").$type<Config["staleLimits"]>().notNull(),
    units: jsonb("units").$type<Config["units"]>().notNull(),
    rainEffective: jsonb("rain_effective").$type<Config["rainEffective"]>().notNull(),
    advice: jsonb("advice").$type<Config["advice"]>(),
    language: text("language").$type<Config["language"]>().notNull(),
    mailDomains: text("mail_domains").notNull().default(""),
    commandConfirmation: text("command_confirmation").$type<Config["commandConfirmation"]>().notNull().default("none"),
    alertChannels: jsonb("alert_channels").$type<Config["alertChannels"]>().notNull(),
  },
  (table) => [uniqueIndex("configs_client").on(table.clientId)],
);

export const tariffs = pgTable(
  "tariffs",
  {
    ...clientRecordColumns(),
    name: text("name").notNull(),
    windows: jsonb("windows").$type<TariffWindow[]>().notNull(),
    demandKw: doublePrecision("demand_kw"),
    demandBrlKw: doublePrecision("demand_brl_kw"),
  },
  (table) => [index().on(table.clientId)],
);
