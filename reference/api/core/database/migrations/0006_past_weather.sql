CREATE TABLE "past_weather_days" (
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"source" text NOT NULL,
	"t_max" double precision,
	"t_min" double precision,
	"t_mean" double precision,
	"rh_max" double precision,
	"rh_min" double precision,
	"rh_mean" double precision,
	"wind_2m" double precision,
	"rad" double precision,
	"rain" double precision,
	CONSTRAINT "past_weather_days_farm_id_date_pk" PRIMARY KEY("farm_id","date")
);
--> statement-breakpoint
ALTER TABLE "past_weather_days" ADD CONSTRAINT "past_weather_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;