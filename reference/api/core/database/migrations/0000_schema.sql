CREATE SEQUENCE "public"."client_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
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
CREATE TABLE "alert_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"pace" text NOT NULL,
	"digest_at" text NOT NULL,
	"by_mail" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_times" (
	"client_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
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
	"resolved_by" text,
	"resolved_by_name" text,
	"note" text,
	"last_sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "waiting_alerts" (
	"user_id" text NOT NULL,
	"notification_id" text NOT NULL,
	"client_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"is_shown" boolean NOT NULL,
	CONSTRAINT "waiting_alerts_user_id_notification_id_pk" PRIMARY KEY("user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"_id" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"client_id" text,
	"entity" text NOT NULL,
	"record_id" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"id" text DEFAULT nextval('client_numbers')::text NOT NULL,
	"name" text NOT NULL,
	"document" text,
	"type_chart" integer NOT NULL,
	"timezone" text NOT NULL,
	"logo_url" text,
	CONSTRAINT "clients_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "farms" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"city" text,
	"state" text,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"altitude" double precision NOT NULL,
	"area_ha" double precision,
	"timezone" text NOT NULL,
	"boundary" jsonb,
	"lines" jsonb,
	"station_device_id" text
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
	"soil_id" text NOT NULL,
	"gauge_device_id" text
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
	"gauge_device_id" text,
	"wetted_width_m" double precision,
	"slope_pct" double precision,
	"max_pass_mm" double precision,
	"speed_by_sector" boolean DEFAULT false NOT NULL,
	"speed_rows" double precision,
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
CREATE TABLE "memberships" (
	"_id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"group_id" text NOT NULL,
	"farm_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "memberships_user_id_client_id_pk" PRIMARY KEY("user_id","client_id"),
	CONSTRAINT "memberships__id_unique" UNIQUE("_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"jti" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"language" text DEFAULT 'pt-BR' NOT NULL,
	"group_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"device_key" text,
	"last_access" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users_groups" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text,
	"name" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"alert_defaults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"all_clients" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"entity" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"rights" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"inserted" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"conflicting" integer DEFAULT 0 NOT NULL,
	"errors" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
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
CREATE TABLE "balance_programs" (
	"program" text PRIMARY KEY NOT NULL
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
) WITH (fillfactor = 70);
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
	"t_base" double precision,
	"t_upper" double precision,
	"stage_degrees" jsonb,
	"ky" double precision,
	"ky_stages" jsonb,
	"yield_kg_ha" double precision,
	"price_brl_kg" double precision,
	"allowed_pct" jsonb,
	"maturity_pct" double precision,
	"emergence_mm" double precision
);
--> statement-breakpoint
CREATE TABLE "day_decisions" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"choices" jsonb NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_times" (
	"sector_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"is_changed" boolean NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "field_notes" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"pivot_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"photo_id" text,
	"user_id" text,
	"user_name" text
);
--> statement-breakpoint
CREATE TABLE "pivot_runs" (
	"pivot_id" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"run" jsonb
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"sector_id" text NOT NULL,
	"date" date NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"asked_mm" double precision,
	"recommendation" jsonb NOT NULL,
	"run" jsonb,
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
	"stage_unit" text DEFAULT 'days' NOT NULL,
	"yield_kg_ha" double precision,
	"price_brl_kg" double precision,
	"status" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stale_sectors" (
	"sector_id" text PRIMARY KEY NOT NULL,
	"from" date NOT NULL,
	"number" bigserial NOT NULL
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
	"photo_id" text,
	"source" text NOT NULL,
	"measured" boolean DEFAULT false NOT NULL,
	"user_id" text
);
--> statement-breakpoint
CREATE TABLE "known_logins" (
	"pair" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"counter" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"file_name" text,
	"file_type" text,
	"file" "bytea",
	"unsubscribe_url" text
);
--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"report" text NOT NULL,
	"next_month" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menus" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"icon" text NOT NULL,
	"order" integer NOT NULL,
	"screen" text,
	"parent_id" text
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_sensor_types" (
	"client_id" text NOT NULL,
	"sensor_type_id" text NOT NULL,
	CONSTRAINT "client_sensor_types_client_id_sensor_type_id_pk" PRIMARY KEY("client_id","sensor_type_id")
);
--> statement-breakpoint
CREATE TABLE "sensor_types" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"icon" text,
	"min" double precision,
	"max" double precision
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
	"advice" jsonb,
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
CREATE TABLE "simulations" (
	"name" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "device_secrets" (
	"device_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
	"field_capacities" jsonb,
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
) PARTITION BY RANGE ("date");
--> statement-breakpoint
CREATE TABLE "rain_doubts" (
	"sensor_id" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"mm" double precision NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "rain_doubts_sensor_id_day_pk" PRIMARY KEY("sensor_id","day")
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
	"raw" double precision NOT NULL,
	"flag" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "readings_sensor_at_pk" PRIMARY KEY("sensor","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "sensor_states" (
	"sensor" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"raw" double precision NOT NULL,
	"flag" smallint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "stale_clocks" (
	"sensor_id" text PRIMARY KEY NOT NULL
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
	"rain_amounts" jsonb,
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
CREATE TABLE "gauge_days" (
	"device_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"mm" double precision NOT NULL,
	"hours" smallint NOT NULL,
	CONSTRAINT "gauge_days_farm_id_device_id_date_pk" PRIMARY KEY("farm_id","device_id","date")
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
	"photo_id" text,
	"source" text DEFAULT 'manual' NOT NULL,
	"effective_mm" double precision
);
--> statement-breakpoint
CREATE TABLE "stale_weather" (
	"farm_id" text PRIMARY KEY NOT NULL,
	"from" date NOT NULL,
	"writes" integer DEFAULT 1 NOT NULL
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
	"rain_state" text,
	"sources" jsonb,
	"computed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "weather_days_farm_id_date_pk" PRIMARY KEY("farm_id","date")
);
--> statement-breakpoint
CREATE TABLE "write_keys" (
	"client_id" text NOT NULL,
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"digest" text,
	"date" timestamp (3) with time zone NOT NULL,
	"reply" jsonb,
	CONSTRAINT "write_keys_client_id_entity_key_pk" PRIMARY KEY("client_id","entity","key")
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_times" ADD CONSTRAINT "alert_times_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_notification_id_notifications__id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "farms" ADD CONSTRAINT "farms_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_group_id_users_groups__id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."users_groups"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_group_id_users_groups__id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."users_groups"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users_groups" ADD CONSTRAINT "users_groups_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_adjustments" ADD CONSTRAINT "balance_adjustments_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_season_id_seasons__id_fk" FOREIGN KEY ("season_id") REFERENCES "public"."seasons"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crops" ADD CONSTRAINT "crops_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_decisions" ADD CONSTRAINT "day_decisions_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_decisions" ADD CONSTRAINT "day_decisions_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_times" ADD CONSTRAINT "decision_times_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_runs" ADD CONSTRAINT "pivot_runs_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_crop_id_crops__id_fk" FOREIGN KEY ("crop_id") REFERENCES "public"."crops"("_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_sectors" ADD CONSTRAINT "stale_sectors_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_parent_id_menus__id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensor_types" ADD CONSTRAINT "client_sensor_types_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensor_types" ADD CONSTRAINT "client_sensor_types_sensor_type_id_sensor_types__id_fk" FOREIGN KEY ("sensor_type_id") REFERENCES "public"."sensor_types"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "configs" ADD CONSTRAINT "configs_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_health" ADD CONSTRAINT "device_health_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_messages" ADD CONSTRAINT "device_messages_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_secrets" ADD CONSTRAINT "device_secrets_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_sensor_type_id_sensor_types__id_fk" FOREIGN KEY ("sensor_type_id") REFERENCES "public"."sensor_types"("_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitors" ADD CONSTRAINT "monitors_soil_id_soils__id_fk" FOREIGN KEY ("soil_id") REFERENCES "public"."soils"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_statuses" ADD CONSTRAINT "pivot_statuses_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rain_doubts" ADD CONSTRAINT "rain_doubts_sensor_id_sensors__id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_states" ADD CONSTRAINT "sensor_states_sensor_sensors_number_fk" FOREIGN KEY ("sensor") REFERENCES "public"."sensors"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_clocks" ADD CONSTRAINT "stale_clocks_sensor_id_sensors__id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_days" ADD CONSTRAINT "forecast_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_hours" ADD CONSTRAINT "forecast_hours_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gauge_days" ADD CONSTRAINT "gauge_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stale_weather" ADD CONSTRAINT "stale_weather_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weather_days" ADD CONSTRAINT "weather_days_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "write_keys" ADD CONSTRAINT "write_keys_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules_client_id_index" ON "alert_rules" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "alert_times_at_index" ON "alert_times" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notifications_client_id_date_index" ON "notifications" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "notifications_date_index" ON "notifications" USING btree ("date");--> statement-breakpoint
CREATE INDEX "notifications_open" ON "notifications" USING btree ("client_id") WHERE "notifications"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("key");--> statement-breakpoint
CREATE INDEX "waiting_alerts_notification_id_index" ON "waiting_alerts" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "waiting_alerts_client_id_index" ON "waiting_alerts" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "audit_entries_entity_record_id_date_index" ON "audit_entries" USING btree ("entity","record_id","date");--> statement-breakpoint
CREATE INDEX "audit_entries_client_id_date_index" ON "audit_entries" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "audit_entries_date_index" ON "audit_entries" USING btree ("date");--> statement-breakpoint
CREATE INDEX "farms_client_id_index" ON "farms" USING btree ("client_id");--> statement-breakpoint
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
CREATE INDEX "memberships_client_id_index" ON "memberships" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "memberships_group_id_index" ON "memberships" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_group_id_index" ON "users" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name" ON "users" USING btree (lower("user_name"));--> statement-breakpoint
CREATE INDEX "users_groups_client_id_index" ON "users_groups" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "imports_client_id_index" ON "imports" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "imports_created_at_index" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_unfinished" ON "imports" USING btree ("client_id","created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "balance_adjustments_client_id_index" ON "balance_adjustments" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "balance_adjustments_sector_id_date_index" ON "balance_adjustments" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "balances_season_id_index" ON "balances" USING btree ("season_id");--> statement-breakpoint
CREATE INDEX "crops_client_id_index" ON "crops" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "day_decisions_client_id_index" ON "day_decisions" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "day_decisions_once" ON "day_decisions" USING btree ("farm_id","date");--> statement-breakpoint
CREATE INDEX "decision_times_at" ON "decision_times" USING btree ("at");--> statement-breakpoint
CREATE INDEX "decision_times_blocked" ON "decision_times" USING btree ("farm_id") WHERE "decision_times"."is_blocked";--> statement-breakpoint
CREATE INDEX "detections_client_id_state_index" ON "detections" USING btree ("client_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "detections_once" ON "detections" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "field_notes_client_id_at_index" ON "field_notes" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "field_notes_pivot_id_index" ON "field_notes" USING btree ("pivot_id");--> statement-breakpoint
CREATE INDEX "field_notes_photo" ON "field_notes" USING btree ("photo_id") WHERE "field_notes"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "recommendations_unplanned" ON "recommendations" USING btree ("computed_at") WHERE "recommendations"."run" is null and "recommendations"."recommendation"->>'action' = 'irrigate';--> statement-breakpoint
CREATE INDEX "seasons_client_id_index" ON "seasons" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "seasons_sector_id_planting_date_index" ON "seasons" USING btree ("sector_id","planting_date");--> statement-breakpoint
CREATE INDEX "seasons_crop_id_index" ON "seasons" USING btree ("crop_id");--> statement-breakpoint
CREATE INDEX "waterings_client_id_start_index" ON "waterings" USING btree ("client_id","start");--> statement-breakpoint
CREATE INDEX "waterings_sector_id_start_index" ON "waterings" USING btree ("sector_id","start");--> statement-breakpoint
CREATE INDEX "waterings_photo" ON "waterings" USING btree ("photo_id") WHERE "waterings"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "known_logins_date_index" ON "known_logins" USING btree ("date");--> statement-breakpoint
CREATE INDEX "mails_client_id_index" ON "mails" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mails_next_at_index" ON "mails" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "mails_user_id_created_at_index" ON "mails" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_subscriptions_of_user" ON "report_subscriptions" USING btree ("user_id","client_id","report");--> statement-breakpoint
CREATE INDEX "report_subscriptions_client_id_index" ON "report_subscriptions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "report_subscriptions_next_month_index" ON "report_subscriptions" USING btree ("next_month");--> statement-breakpoint
CREATE INDEX "menus_client_id_index" ON "menus" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "menus_parent_id_index" ON "menus" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "photos_client_id_index" ON "photos" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "photos_created_at_index" ON "photos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "client_sensor_types_sensor_type_id_index" ON "client_sensor_types" USING btree ("sensor_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "configs_client" ON "configs" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "tariffs_client_id_index" ON "tariffs" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "device_messages_device_id_number_index" ON "device_messages" USING btree ("device_id","number");--> statement-breakpoint
CREATE INDEX "devices_client_id_index" ON "devices" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "devices_farm_id_index" ON "devices" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "devices_pivot_id_index" ON "devices" USING btree ("pivot_id");--> statement-breakpoint
CREATE INDEX "devices_sensor_type_id_index" ON "devices" USING btree ("sensor_type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_serial" ON "devices" USING btree ("serial");--> statement-breakpoint
CREATE INDEX "monitors_client_id_index" ON "monitors" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "monitors_sector_id_index" ON "monitors" USING btree ("sector_id");--> statement-breakpoint
CREATE INDEX "monitors_soil_id_index" ON "monitors" USING btree ("soil_id");--> statement-breakpoint
CREATE INDEX "readings_excluded" ON "readings" USING btree ("sensor","at") WHERE "readings"."flag" not in (0, 5);--> statement-breakpoint
CREATE INDEX "sensors_client_id_index" ON "sensors" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "sensors_device_id_index" ON "sensors" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "rains_client_id_date_index" ON "rains" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "rains_farm_id_date_index" ON "rains" USING btree ("farm_id","date");--> statement-breakpoint
CREATE INDEX "rains_sector_id_date_index" ON "rains" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "rains_photo" ON "rains" USING btree ("photo_id") WHERE "rains"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "write_keys_date_index" ON "write_keys" USING btree ("date");--> statement-breakpoint
-- Readings and the states of pivots by month. The first partition has everything until the end of the month in which the database was made.
CREATE FUNCTION "months_end"(parent regclass, is_first boolean) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  select max((regexp_match(bound, $re$TO \('([^']+)'\)$re$))[1]::timestamptz)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bound
  where i.inhparent = parent and (not is_first or bound like '%MINVALUE%')
$$;
--> statement-breakpoint
-- Adds months until one contains the moment. One process at a time.
CREATE FUNCTION "add_months"(parent regclass, until timestamptz) RETURNS void LANGUAGE plpgsql AS $$
declare
  month timestamptz;
  following timestamptz;
begin
  if months_end(parent, false) > until then return; end if;
  perform pg_advisory_xact_lock(5648290);
  month := months_end(parent, false);
  while month <= until loop
    following := ((month at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    execute format('create table %I partition of %s for values from (%L) to (%L)',
      parent::text || to_char(month at time zone 'UTC', '_YYYY_MM'), parent, month, following);
    month := following;
  end loop;
end $$;
--> statement-breakpoint
-- Drops the months that ended before the moment; the first partition takes over their range, and is emptied. Returns about how many rows went.
CREATE FUNCTION "drop_months"(parent regclass, before timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
declare
  old record;
  gone bigint := 0;
  last timestamptz := months_end(parent, true);
begin
  if last > before then return 0; end if;
  perform pg_advisory_xact_lock(5648290);
  for old in
    select c.oid::regclass as month, greatest(c.reltuples, 0)::bigint as rows, (regexp_match(bound, $re$TO \('([^']+)'\)$re$))[1]::timestamptz as ends
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral pg_get_expr(c.relpartbound, c.oid) as bound
    where i.inhparent = parent and bound not like '%MINVALUE%'
  loop
    if old.ends > before then continue; end if;
    execute format('drop table %s', old.month);
    gone := gone + old.rows;
    last := greatest(last, old.ends);
  end loop;
  execute format('select count(*) from (select from %I limit 1) f', parent::text || '_first') into old;
  if old.count > 0 then
    gone := gone + (select greatest(reltuples, 1)::bigint from pg_class where oid = (parent::text || '_first')::regclass);
    execute format('truncate %I', parent::text || '_first');
  end if;
  if last > months_end(parent, true) then
    execute format('alter table %s detach partition %I', parent, parent::text || '_first');
    execute format('alter table %s attach partition %I for values from (minvalue) to (%L)', parent, parent::text || '_first', last);
  end if;
  return gone;
end $$;
--> statement-breakpoint
CREATE TABLE "readings_first" (LIKE "readings" INCLUDING DEFAULTS, CONSTRAINT "readings_first_pk" PRIMARY KEY ("sensor", "at"));--> statement-breakpoint
CREATE TABLE "pivot_statuses_first" (LIKE "pivot_statuses" INCLUDING DEFAULTS, CONSTRAINT "pivot_statuses_first_pk" PRIMARY KEY ("pivot_id", "date"));--> statement-breakpoint
DO $$
declare
  bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC';
begin
  execute format('alter table readings attach partition readings_first for values from (minvalue) to (%L)', bound);
  execute format('alter table pivot_statuses attach partition pivot_statuses_first for values from (minvalue) to (%L)', bound);
end $$;
