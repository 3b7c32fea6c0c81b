CREATE TABLE "rain_doubts" (
	"sensor_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"mm" double precision NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "rain_doubts_sensor_id_day_pk" PRIMARY KEY("sensor_id","day")
);
--> statement-breakpoint
DROP INDEX "readings_excluded";--> statement-breakpoint
ALTER TABLE "rain_doubts" ADD CONSTRAINT "rain_doubts_sensor_id_sensors__id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "readings_excluded" ON "readings" USING btree ("sensor","at") WHERE "readings"."flag" not in (0, 5);