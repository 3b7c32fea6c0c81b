CREATE TABLE "pivot_commands" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"pivot_id" text NOT NULL,
	"order" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"run_start_at" timestamp (3) with time zone,
	"by_user_id" text,
	"by_name" text NOT NULL,
	"override" jsonb,
	"state" text NOT NULL,
	"states" jsonb NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"serial" text,
	"sequence" integer,
	"seen_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "pivot_commands" ADD CONSTRAINT "pivot_commands_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pivot_commands" ADD CONSTRAINT "pivot_commands_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pivot_commands_client_id_issued_at_index" ON "pivot_commands" USING btree ("client_id","issued_at");--> statement-breakpoint
CREATE INDEX "pivot_commands_pivot_id_issued_at_index" ON "pivot_commands" USING btree ("pivot_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pivot_commands_sequence" ON "pivot_commands" USING btree ("pivot_id","sequence");--> statement-breakpoint
CREATE INDEX "pivot_commands_open" ON "pivot_commands" USING btree ("pivot_id") WHERE "pivot_commands"."state" not in ('refused', 'done', 'failed', 'cancelled', 'expired');