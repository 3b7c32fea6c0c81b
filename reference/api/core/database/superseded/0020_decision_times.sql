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
ALTER TABLE "decision_times" ADD CONSTRAINT "decision_times_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_times_at" ON "decision_times" USING btree ("at");--> statement-breakpoint
CREATE INDEX "decision_times_blocked" ON "decision_times" USING btree ("farm_id") WHERE "decision_times"."is_blocked";--> statement-breakpoint
INSERT INTO "decision_times" ("sector_id", "client_id", "farm_id", "at", "is_changed")
SELECT "pivot_sectors"."_id", "pivot_sectors"."client_id", "pivots"."farm_id", 'epoch', false
FROM "pivot_sectors" JOIN "pivots" ON "pivots"."_id" = "pivot_sectors"."pivot_id";
