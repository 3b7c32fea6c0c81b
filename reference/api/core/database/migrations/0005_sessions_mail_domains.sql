ALTER TABLE "sessions" ADD COLUMN "login" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "mail_domains" text DEFAULT '' NOT NULL;