CREATE TABLE "out_of_services" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"pivot_id" text,
	"water_source_id" text,
	"from" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"note" text,
	"user_id" text,
	"user_name" text
);
--> statement-breakpoint
CREATE TABLE "take_overs" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"from_id" text NOT NULL,
	"to_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "farms" ADD COLUMN "when_fails" text;--> statement-breakpoint
ALTER TABLE "out_of_services" ADD CONSTRAINT "out_of_services_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "out_of_services" ADD CONSTRAINT "out_of_services_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "out_of_services" ADD CONSTRAINT "out_of_services_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "out_of_services" ADD CONSTRAINT "out_of_services_water_source_id_water_sources__id_fk" FOREIGN KEY ("water_source_id") REFERENCES "public"."water_sources"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "take_overs" ADD CONSTRAINT "take_overs_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "out_of_services_client_id_index" ON "out_of_services" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "out_of_services_farm_id_from_index" ON "out_of_services" USING btree ("farm_id","from");--> statement-breakpoint
CREATE INDEX "out_of_services_pivot_id_index" ON "out_of_services" USING btree ("pivot_id");--> statement-breakpoint
CREATE INDEX "out_of_services_water_source_id_index" ON "out_of_services" USING btree ("water_source_id");--> statement-breakpoint
CREATE INDEX "take_overs_client_id_index" ON "take_overs" USING btree ("client_id");--> statement-breakpoint
-- Clients with rules of their own have none of the new type: it follows their rule of a machine's fault.
INSERT INTO "alert_rules" ("_id", "created_at", "updated_at", "active", "client_id", "name", "scope", "type", "threshold", "unit", "severity", "channels", "quiet_from", "quiet_to", "repeat_min", "enabled")
SELECT DISTINCT ON ("client_id") gen_random_uuid()::text, now(), now(), true, "client_id", NULL, "scope", 'runs-out-of-service', NULL, NULL, "severity", "channels", "quiet_from", "quiet_to", "repeat_min", true
FROM "alert_rules" WHERE "type" = 'pivot-fault' AND "scope"->>'kind' = 'client' ORDER BY "client_id", "created_at";