CREATE TABLE "canopy_observations" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"sector_id" text NOT NULL,
	"date" date NOT NULL,
	"cover_pct" double precision,
	"ndvi" double precision,
	"cover" double precision NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "season_budgets" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"farm_id" text NOT NULL,
	"pivot_ids" jsonb NOT NULL,
	"from" date NOT NULL,
	"to" date NOT NULL,
	"mm" double precision,
	"m3" double precision
);
--> statement-breakpoint
DROP INDEX "detections_once";--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "canopy_kc" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "meter_m3" double precision;--> statement-breakpoint
ALTER TABLE "detections" ADD COLUMN "panel_m3" double precision;--> statement-breakpoint
ALTER TABLE "sensors" ADD COLUMN "distrusted" boolean;--> statement-breakpoint
ALTER TABLE "canopy_observations" ADD CONSTRAINT "canopy_observations_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canopy_observations" ADD CONSTRAINT "canopy_observations_sector_id_pivot_sectors__id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."pivot_sectors"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_budgets" ADD CONSTRAINT "season_budgets_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_budgets" ADD CONSTRAINT "season_budgets_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canopy_observations_client_id_date_index" ON "canopy_observations" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "canopy_observations_sector_id_date_index" ON "canopy_observations" USING btree ("sector_id","date");--> statement-breakpoint
CREATE INDEX "season_budgets_client_id_index" ON "season_budgets" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "season_budgets_farm_id_index" ON "season_budgets" USING btree ("farm_id");--> statement-breakpoint
CREATE UNIQUE INDEX "detections_once" ON "detections" USING btree ("sector_id","date",("evidence" = 'meter'));