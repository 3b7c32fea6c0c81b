CREATE TABLE "imports" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"entity" text NOT NULL,
	"user_id" text NOT NULL,
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"rights" jsonb NOT NULL,
	"rows" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"inserted" integer DEFAULT 0 NOT NULL,
	"duplicate" integer DEFAULT 0 NOT NULL,
	"errors" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_client_id_index" ON "imports" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "imports_created_at_index" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_unfinished" ON "imports" USING btree ("client_id","created_at") WHERE finished_at is null;