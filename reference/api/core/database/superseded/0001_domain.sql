CREATE TABLE "alert_rules" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text,
	"scope" jsonb NOT NULL,
	"type" text NOT NULL,
	"threshold" double precision,
	"unit" text,
	"severity" text NOT NULL,
	"channels" jsonb NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"repeat_min" integer NOT NULL,
	"enabled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"key" text NOT NULL,
	"rule_id" text,
	"date" timestamp (3) with time zone NOT NULL,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"farm_id" text,
	"pivot_id" text,
	"sector_id" text,
	"link" text,
	"read_by" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"taken_by" text,
	"taken_by_name" text,
	"taken_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pivot_sectors" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"pivot_id" text NOT NULL,
	"name" text NOT NULL,
	"angle_start" double precision NOT NULL,
	"angle_end" double precision NOT NULL,
	"area_ha" double precision,
	"soil_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pivots" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"radius_m" double precision NOT NULL,
	"last_tower_m" double precision,
	"angle_start" double precision NOT NULL,
	"angle_end" double precision NOT NULL,
	"area_ha" double precision,
	"flow_m3h" double precision NOT NULL,
	"speed_100_mh" double precision,
	"time_100_h" double precision,
	"depth_100_mm" double precision,
	"min_percent" double precision NOT NULL,
	"max_hours_day" double precision NOT NULL,
	"efficiency_pct" double precision NOT NULL,
	"cuc_pct" double precision,
	"cuc_date" date,
	"pump_kw" double precision,
	"water_source_id" text
);
--> statement-breakpoint
CREATE TABLE "soils" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"texture" text,
	"layers" jsonb NOT NULL,
	"infiltration_mm_h" double precision
);
--> statement-breakpoint
CREATE TABLE "water_permits" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"pivot_ids" jsonb NOT NULL,
	"number" text NOT NULL,
	"m3_month" double precision NOT NULL,
	"m3h_max" double precision,
	"hours_day" double precision,
	"days_month" double precision,
	"valid_until" date
);
--> statement-breakpoint
CREATE TABLE "water_sources" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"name" text NOT NULL,
	"capacity_m3h" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_adjustments" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"sector_id" text NOT NULL,
	"date" date NOT NULL,
	"dr_mm" double precision NOT NULL,
	"reason" text NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"sector_id" text NOT NULL,
	"season_id" text NOT NULL,
	"date" date NOT NULL,
	"dae" integer NOT NULL,
	"stage" text NOT NULL,
	"kc" double precision NOT NULL,
	"root_cm" double precision NOT NULL,
	"eto" double precision NOT NULL,
	"etc" double precision NOT NULL,
	"etc_adj" double precision NOT NULL,
	"ks" double precision NOT NULL,
	"rain" double precision NOT NULL,
	"rain_eff" double precision NOT NULL,
	"irr_gross" double precision NOT NULL,
	"irr_net" double precision NOT NULL,
	"recommended_mm" double precision,
	"taw" double precision NOT NULL,
	"p" double precision NOT NULL,
	"raw" double precision NOT NULL,
	"dr" double precision NOT NULL,
	"dp" double precision NOT NULL,
	"storage_pct" double precision NOT NULL,
	"adjusted_mm" double precision NOT NULL,
	"status" text NOT NULL,
	"origin" text NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "balances_sector_id_date_pk" PRIMARY KEY("sector_id","date")
);
--> statement-breakpoint
CREATE TABLE "crops" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"stages" jsonb NOT NULL,
	"kc_ini" double precision NOT NULL,
	"kc_mid" double precision NOT NULL,
	"kc_end" double precision NOT NULL,
	"kcb_ini" double precision,
	"kcb_mid" double precision,
	"kcb_end" double precision,
	"root_ini_cm" double precision NOT NULL,
	"root_max_cm" double precision NOT NULL,
	"p" double precision NOT NULL,
	"height_m" double precision,
	"t_base" double precision
);
--> statement-breakpoint
CREATE TABLE "detections" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"sector_id" text NOT NULL,
	"date" date NOT NULL,
	"estimated_mm" double precision NOT NULL,
	"evidence" text NOT NULL,
	"rise_points" double precision,
	"state" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"sector_id" text NOT NULL,
	"date" date NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"recommendation" jsonb NOT NULL,
	CONSTRAINT "recommendations_sector_id_date_pk" PRIMARY KEY("sector_id","date")
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"sector_id" text NOT NULL,
	"crop_id" text NOT NULL,
	"name" text,
	"planting_date" date NOT NULL,
	"emergence_date" date,
	"harvest_date" date,
	"stages" jsonb,
	"initial_moisture_pct" double precision NOT NULL,
	"p_override" double precision,
	"kc_method" text NOT NULL,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waterings" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"sector_id" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"end" timestamp (3) with time zone,
	"gross_mm" double precision NOT NULL,
	"net_mm" double precision NOT NULL,
	"percent" double precision,
	"hours" double precision,
	"volume_m3" double precision,
	"reason" text,
	"note" text,
	"source" text NOT NULL,
	"user_id" text
);
--> statement-breakpoint
CREATE TABLE "configs" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"decision_time" text NOT NULL,
	"eto_source" text NOT NULL,
	"forecast_source" text NOT NULL,
	"status_margins" jsonb NOT NULL,
	"stale_limits" jsonb NOT NULL,
	"units" jsonb NOT NULL,
	"rain_effective" jsonb NOT NULL,
	"language" text NOT NULL,
	"alert_channels" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tariffs" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"windows" jsonb NOT NULL,
	"demand_kw" double precision,
	"demand_brl_kw" double precision
);
--> statement-breakpoint
CREATE TABLE "device_health" (
	"device_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"battery_pct" double precision,
	"rssi_dbm" double precision,
	CONSTRAINT "device_health_device_id_date_pk" PRIMARY KEY("device_id","date")
);
--> statement-breakpoint
CREATE TABLE "device_messages" (
	"number" serial PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"sensor_type_id" text NOT NULL,
	"name" text,
	"serial" text NOT NULL,
	"model" text,
	"lat" double precision,
	"lon" double precision,
	"height_m" double precision,
	"interval_min" double precision NOT NULL,
	"pivot_id" text,
	"maintenance" boolean NOT NULL,
	"battery_pct" double precision,
	"rssi_dbm" double precision,
	"firmware" text,
	"last_seen" timestamp (3) with time zone,
	"state" text DEFAULT 'offline' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitors" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"sector_id" text NOT NULL,
	"sensor_ids" jsonb NOT NULL,
	"weights" jsonb,
	"soil_id" text,
	"limits" jsonb,
	"alert_ids" jsonb NOT NULL,
	"lat" double precision,
	"lon" double precision
);
--> statement-breakpoint
CREATE TABLE "pivot_statuses" (
	"pivot_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"running" boolean NOT NULL,
	"wet" boolean NOT NULL,
	"direction" text NOT NULL,
	"angle_deg" double precision NOT NULL,
	"percent" double precision,
	"pressure_bar" double precision,
	"flow_m3h" double precision,
	"hour_meter" double precision,
	"fault" text,
	"fault_tower" integer,
	CONSTRAINT "pivot_statuses_pivot_id_date_pk" PRIMARY KEY("pivot_id","date")
);
--> statement-breakpoint
CREATE TABLE "reading_days" (
	"sensor" integer NOT NULL,
	"count" integer NOT NULL,
	"sum" double precision NOT NULL,
	"min" double precision NOT NULL,
	"max" double precision NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "reading_days_sensor_day_pk" PRIMARY KEY("sensor","day")
);
--> statement-breakpoint
CREATE TABLE "reading_hours" (
	"sensor" integer NOT NULL,
	"count" integer NOT NULL,
	"sum" double precision NOT NULL,
	"min" double precision NOT NULL,
	"max" double precision NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_hours_sensor_hour_pk" PRIMARY KEY("sensor","hour")
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"sensor" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"value" double precision NOT NULL,
	"flag" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "readings_sensor_at_pk" PRIMARY KEY("sensor","at")
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"number" serial NOT NULL,
	"device_id" text NOT NULL,
	"variable" text NOT NULL,
	"unit" text NOT NULL,
	"depth_cm" double precision,
	"calib_a" double precision NOT NULL,
	"calib_b" double precision NOT NULL,
	CONSTRAINT "sensors_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "forecast_days" (
	"farm_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"date" date NOT NULL,
	"t_max" double precision,
	"t_min" double precision,
	"rain" double precision,
	"rain_prob_pct" double precision,
	"rh_min" double precision,
	"wind_max_kmh" double precision,
	"wind_dir" double precision,
	"eto" double precision,
	"icon" text,
	"source" text NOT NULL,
	CONSTRAINT "forecast_days_farm_id_issued_at_date_pk" PRIMARY KEY("farm_id","issued_at","date")
);
--> statement-breakpoint
CREATE TABLE "forecast_hours" (
	"farm_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"temp" double precision,
	"rh" double precision,
	"rain" double precision,
	"rain_prob_pct" double precision,
	"wind_kmh" double precision,
	"gust_kmh" double precision,
	"wind_dir" double precision,
	"rad_wm2" double precision,
	"source" text NOT NULL,
	CONSTRAINT "forecast_hours_farm_id_date_pk" PRIMARY KEY("farm_id","date")
);
--> statement-breakpoint
CREATE TABLE "rains" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text,
	"sector_id" text,
	"date" date NOT NULL,
	"mm" double precision NOT NULL,
	"note" text,
	"source" text DEFAULT 'manual' NOT NULL,
	"effective_mm" double precision
);
--> statement-breakpoint
CREATE TABLE "weather_days" (
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"t_max" double precision,
	"t_min" double precision,
	"t_mean" double precision,
	"rh_max" double precision,
	"rh_min" double precision,
	"rh_mean" double precision,
	"wind_2m" double precision,
	"rad" double precision,
	"rain" double precision,
	"eto" double precision,
	"eto_method" text,
	"source_device_id" text,
	"missing" jsonb NOT NULL,
	"filled_from" jsonb,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weather_days_farm_id_date_pk" PRIMARY KEY("farm_id","date")
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_sectors" ADD CONSTRAINT "pivot_sectors_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_sectors" ADD CONSTRAINT "pivot_sectors_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_sectors" ADD CONSTRAINT "pivot_sectors_soil_id_soils__id_fk" FOREIGN KEY ("soil_id") REFERENCES "public"."soils"("_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivots" ADD CONSTRAINT "pivots_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivots" ADD CONSTRAINT "pivots_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivots" ADD CONSTRAINT "pivots_water_source_id_water_sources__id_fk" FOREIGN KEY ("water_source_id") REFERENCES "public"."water_sources"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "soils" ADD CONSTRAINT "soils_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "water_permits" ADD CONSTRAINT "water_permits_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "water_permits" ADD CONSTRAINT "water_permits_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "water_sources" ADD CONSTRAINT "water_sources_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "water_sources" ADD CONSTRAINT "water_sources_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_season_id_seasons__id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crops" ADD CONSTRAINT "crops_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_crop_id_crops__id_fk" FOREIGN KEY ("crop_id") REFERENCES "public"."crops"("_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configs" ADD CONSTRAINT "configs_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_health" ADD CONSTRAINT "device_health_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_messages" ADD CONSTRAINT "device_messages_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_sensor_type_id_sensor_types__id_fk" FOREIGN KEY ("sensor_type_id") REFERENCES "public"."sensor_types"("_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_soil_id_soils__id_fk" FOREIGN KEY ("soil_id") REFERENCES "public"."soils"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_statuses" ADD CONSTRAINT "pivot_statuses_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_days" ADD CONSTRAINT "reading_days_sensor_sensors_number_fk" FOREIGN KEY ("sensor") REFERENCES "public"."sensors"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_hours" ADD CONSTRAINT "reading_hours_sensor_sensors_number_fk" FOREIGN KEY ("sensor") REFERENCES "public"."sensors"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_sensor_sensors_number_fk" FOREIGN KEY ("sensor") REFERENCES "public"."sensors"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_days" ADD CONSTRAINT "forecast_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_hours" ADD CONSTRAINT "forecast_hours_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weather_days" ADD CONSTRAINT "weather_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules_client_id_index" ON "alert_rules" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "notifications_client_id_date_index" ON "notifications" USING btree ("client_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("key");--> statement-breakpoint
CREATE INDEX "pivot_sectors_client_id_index" ON "pivot_sectors" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "pivot_sectors_pivot_id_index" ON "pivot_sectors" USING btree ("pivot_id");--> statement-breakpoint
CREATE INDEX "pivot_sectors_soil_id_index" ON "pivot_sectors" USING btree ("soil_id");--> statement-breakpoint
CREATE INDEX "pivots_client_id_index" ON "pivots" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "pivots_farm_id_index" ON "pivots" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "pivots_water_source_id_index" ON "pivots" USING btree ("water_source_id");--> statement-breakpoint
CREATE INDEX "soils_client_id_index" ON "soils" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "water_permits_client_id_index" ON "water_permits" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "water_permits_farm_id_index" ON "water_permits" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "water_sources_client_id_index" ON "water_sources" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "water_sources_farm_id_index" ON "water_sources" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_sector_id_date_index" ON "balance_adjustments" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "balances_season_id_index" ON "balances" USING btree ("season_id");--> statement-breakpoint
CREATE INDEX "crops_client_id_index" ON "crops" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "detections_client_id_state_index" ON "detections" USING btree ("client_id","state");--> statement-breakpoint
CREATE INDEX "detections_sector_id_date_index" ON "detections" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "seasons_client_id_index" ON "seasons" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "seasons_sector_id_planting_date_index" ON "seasons" USING btree ("sector_id","planting_date");--> statement-breakpoint
CREATE INDEX "seasons_crop_id_index" ON "seasons" USING btree ("crop_id");--> statement-breakpoint
CREATE INDEX "waterings_client_id_start_index" ON "waterings" USING btree ("client_id","start");--> statement-breakpoint
CREATE INDEX "waterings_sector_id_start_index" ON "waterings" USING btree ("sector_id","start");--> statement-breakpoint
CREATE UNIQUE INDEX "configs_client" ON "configs" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "device_messages_device_id_number_index" ON "device_messages" USING btree ("device_id","number");--> statement-breakpoint
CREATE INDEX "devices_client_id_index" ON "devices" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "devices_farm_id_index" ON "devices" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "devices_pivot_id_index" ON "devices" USING btree ("pivot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_serial" ON "devices" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "monitors_client_id_index" ON "monitors" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "monitors_sector_id_index" ON "monitors" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "sensors_client_id_index" ON "sensors" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "sensors_device_id_index" ON "sensors" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "rains_client_id_date_index" ON "rains" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "rains_farm_id_date_index" ON "rains" USING btree ("farm_id","date");--> statement-breakpoint
CREATE INDEX "rains_sector_id_date_index" ON "rains" USING btree ("sector_id","date");