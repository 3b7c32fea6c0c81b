ALTER TABLE "stale_weather" ADD COLUMN "facts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "weather_days" ADD COLUMN "station_faults" jsonb;