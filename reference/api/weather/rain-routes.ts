import { views } from "@lamina/shared/calls/views";
import type { Context } from "../core/context.ts";
import type { Router } from "../http/router.ts";
import { recordPage } from "../records/page.ts";
import { createRecords } from "../records/service.ts";
import { rains } from "../schema/weather.ts";
import { rainDefinition } from "./definitions.ts";

/** Rain records in pages, and their import. */
export function rainRoutes(router: Router, context: Pick<Context, "database" | "clock" | "events">): void {
  const { database } = context;

  router.route(views.rainPage, ({ caller, query }) =>
    recordPage<typeof rains.$inferSelect>(database, caller, query, {
      definition: rainDefinition,
      order: { column: rains.date, type: "date" },
      access: views.rainPage.access,
    }),
  );

  const rainRecords = createRecords(rainDefinition, context);
  router.route(views.rainPreview, ({ caller, body }) => rainRecords.preview(caller, body, views.rainPreview.access));
  router.route(views.rainImport, ({ caller, body }) => rainRecords.import(caller, body, views.rainImport.access));
}
