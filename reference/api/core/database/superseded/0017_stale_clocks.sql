CREATE TABLE "stale_clocks" (
	"sensor_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stale_clocks" ADD CONSTRAINT "stale_clocks_sensor_id_sensors__id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("_id") ON DELETE cascade ON UPDATE no action;