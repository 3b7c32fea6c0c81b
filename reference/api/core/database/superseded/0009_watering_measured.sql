ALTER TABLE "waterings" ADD COLUMN "measured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now what telemetry recorded counted as measured.
UPDATE "waterings" SET "measured" = true WHERE "source" = 'telemetry';
