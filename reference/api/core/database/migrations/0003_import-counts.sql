ALTER TABLE "imports" ADD COLUMN "changed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "conflicting" integer DEFAULT 0 NOT NULL;