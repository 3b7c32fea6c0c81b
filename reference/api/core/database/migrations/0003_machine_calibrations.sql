CREATE TABLE "machine_calibrations" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"pivot_id" text NOT NULL,
	"date" date NOT NULL,
	"kind" text NOT NULL,
	"percent" double precision,
	"cans" jsonb,
	"hours" double precision,
	"flow_m3h" double precision,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "waterings" ADD COLUMN "given" text;--> statement-breakpoint
ALTER TABLE "machine_calibrations" ADD CONSTRAINT "machine_calibrations_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_calibrations" ADD CONSTRAINT "machine_calibrations_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "machine_calibrations_client_id_index" ON "machine_calibrations" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "machine_calibrations_pivot_id_date_index" ON "machine_calibrations" USING btree ("pivot_id","date");