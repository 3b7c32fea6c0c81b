ALTER TABLE "alert_rules" ADD COLUMN "stops" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pivot_commands" ADD COLUMN "rule_id" text;--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "command_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "pivot_commands_issued_at_index" ON "pivot_commands" USING btree ("issued_at");--> statement-breakpoint
INSERT INTO "alert_rules" ("_id", "created_at", "updated_at", "active", "client_id", "name", "scope", "type", "threshold", "unit", "severity", "channels", "quiet_from", "quiet_to", "repeat_min", "enabled")
SELECT DISTINCT ON ("client_id") gen_random_uuid()::text, now(), now(), true, "client_id", NULL, "scope", 'command-unproved', NULL, NULL, "severity", "channels", "quiet_from", "quiet_to", "repeat_min", true
FROM "alert_rules" WHERE "type" = 'pivot-fault' AND "scope"->>'kind' = 'client' ORDER BY "client_id", "created_at";
