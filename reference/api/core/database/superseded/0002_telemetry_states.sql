CREATE TABLE "device_secrets" (
	"device_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensor_states" (
	"sensor" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"flag" smallint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_secrets" ADD CONSTRAINT "device_secrets_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_states" ADD CONSTRAINT "sensor_states_sensor_sensors_number_fk" FOREIGN KEY ("sensor") REFERENCES "public"."sensors"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "readings_excluded" ON "readings" USING btree ("sensor","at") WHERE "readings"."flag" between 1 and 4;