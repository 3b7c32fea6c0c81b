CREATE TABLE "pivot_runs" (
	"pivot_id" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"run" jsonb
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"client_id" text NOT NULL,
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"reply" jsonb NOT NULL,
	CONSTRAINT "imports_client_id_entity_key_pk" PRIMARY KEY("client_id","entity","key")
);
--> statement-breakpoint
DROP INDEX "detections_sector_id_date_index";--> statement-breakpoint
ALTER TABLE "pivot_runs" ADD CONSTRAINT "pivot_runs_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "detections_once" ON "detections" USING btree ("sector_id","date");