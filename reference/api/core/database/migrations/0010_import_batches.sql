ALTER TABLE "audit_entries" ADD COLUMN "batch" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "batch" text;--> statement-breakpoint
CREATE INDEX "audit_entries_batch" ON "audit_entries" USING btree ("client_id","batch") WHERE batch is not null;