ALTER TABLE "notifications" ADD COLUMN "resolved_by" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "resolved_by_name" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "notifications_open" ON "notifications" USING btree ("client_id") WHERE "notifications"."resolved_at" is null;