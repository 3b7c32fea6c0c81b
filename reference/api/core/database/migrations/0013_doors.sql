CREATE TABLE "weather_links" (
	"device_id" text PRIMARY KEY NOT NULL,
	"station_id" text NOT NULL,
	"api_key" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "gateway_id" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "clock_shift_min" double precision;--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "reads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "weather_links" ADD CONSTRAINT "weather_links_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "weather_links_next_at_index" ON "weather_links" USING btree ("next_at");--> statement-breakpoint
ALTER TABLE "device_messages" ADD CONSTRAINT "device_messages_gateway_id_gateways__id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_messages_gateway" ON "device_messages" USING btree ("gateway_id") WHERE "device_messages"."gateway_id" is not null;