CREATE TABLE "stale_sectors" (
	"sector_id" text PRIMARY KEY NOT NULL,
	"from" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stale_weather" (
	"farm_id" text PRIMARY KEY NOT NULL,
	"from" date NOT NULL,
	"writes" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "readings" RENAME COLUMN "value" TO "raw";--> statement-breakpoint
ALTER TABLE "sensor_states" RENAME COLUMN "value" TO "raw";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "device_key" text;--> statement-breakpoint
ALTER TABLE "stale_sectors" ADD CONSTRAINT "stale_sectors_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_weather" ADD CONSTRAINT "stale_weather_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_date_index" ON "notifications" USING btree ("date");--> statement-breakpoint
CREATE INDEX "audit_entries_date_index" ON "audit_entries" USING btree ("date");--> statement-breakpoint
CREATE INDEX "users_group_id_index" ON "users" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "users_groups_client_id_index" ON "users_groups" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_client_id_index" ON "balance_adjustments" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "menus_parent_id_index" ON "menus" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "tariffs_client_id_index" ON "tariffs" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "devices_sensor_type_id_index" ON "devices" USING btree ("sensor_type_id");--> statement-breakpoint
CREATE INDEX "monitors_soil_id_index" ON "monitors" USING btree ("soil_id");--> statement-breakpoint
UPDATE "readings" r SET "raw" = (r."raw" - s."calib_a") / s."calib_b" FROM "sensors" s WHERE s."number" = r."sensor" AND (s."calib_a" <> 0 OR s."calib_b" <> 1) AND abs(s."calib_a") <= 10000 AND abs(s."calib_b") BETWEEN 0.0001 AND 1000;--> statement-breakpoint
UPDATE "sensor_states" r SET "raw" = (r."raw" - s."calib_a") / s."calib_b" FROM "sensors" s WHERE s."number" = r."sensor" AND (s."calib_a" <> 0 OR s."calib_b" <> 1) AND abs(s."calib_a") <= 10000 AND abs(s."calib_b") BETWEEN 0.0001 AND 1000;--> statement-breakpoint
UPDATE "reading_hours" r SET "sum" = (r."sum" - s."calib_a" * r."count") / s."calib_b", "min" = least((r."min" - s."calib_a") / s."calib_b", (r."max" - s."calib_a") / s."calib_b"), "max" = greatest((r."min" - s."calib_a") / s."calib_b", (r."max" - s."calib_a") / s."calib_b") FROM "sensors" s WHERE s."number" = r."sensor" AND (s."calib_a" <> 0 OR s."calib_b" <> 1) AND abs(s."calib_a") <= 10000 AND abs(s."calib_b") BETWEEN 0.0001 AND 1000;--> statement-breakpoint
UPDATE "reading_days" r SET "sum" = (r."sum" - s."calib_a" * r."count") / s."calib_b", "min" = least((r."min" - s."calib_a") / s."calib_b", (r."max" - s."calib_a") / s."calib_b"), "max" = greatest((r."min" - s."calib_a") / s."calib_b", (r."max" - s."calib_a") / s."calib_b") FROM "sensors" s WHERE s."number" = r."sensor" AND (s."calib_a" <> 0 OR s."calib_b" <> 1) AND abs(s."calib_a") <= 10000 AND abs(s."calib_b") BETWEEN 0.0001 AND 1000;--> statement-breakpoint
UPDATE "sensors" SET "calib_a" = 0, "calib_b" = 1 WHERE NOT (abs("calib_a") <= 10000 AND abs("calib_b") BETWEEN 0.0001 AND 1000);
