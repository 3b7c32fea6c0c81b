CREATE TABLE "gauge_days" (
	"device_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"mm" double precision NOT NULL,
	"hours" smallint NOT NULL,
	CONSTRAINT "gauge_days_farm_id_device_id_date_pk" PRIMARY KEY("farm_id","device_id","date")
);
--> statement-breakpoint
ALTER TABLE "pivot_sectors" ADD COLUMN "gauge_device_id" text;--> statement-breakpoint
ALTER TABLE "pivots" ADD COLUMN "gauge_device_id" text;--> statement-breakpoint
ALTER TABLE "weather_days" ADD COLUMN "rain_state" text;--> statement-breakpoint
ALTER TABLE "weather_days" ADD COLUMN "sources" jsonb;--> statement-breakpoint
ALTER TABLE "gauge_days" ADD CONSTRAINT "gauge_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;