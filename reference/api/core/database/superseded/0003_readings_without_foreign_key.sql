ALTER TABLE "reading_days" DROP CONSTRAINT "reading_days_sensor_sensors_number_fk";
--> statement-breakpoint
ALTER TABLE "reading_hours" DROP CONSTRAINT "reading_hours_sensor_sensors_number_fk";
--> statement-breakpoint
ALTER TABLE "readings" DROP CONSTRAINT "readings_sensor_sensors_number_fk";
