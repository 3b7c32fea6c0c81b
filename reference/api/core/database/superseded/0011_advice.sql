ALTER TABLE "pivots" ADD COLUMN "wetted_width_m" double precision;--> statement-breakpoint
ALTER TABLE "pivots" ADD COLUMN "slope_pct" double precision;--> statement-breakpoint
ALTER TABLE "pivots" ADD COLUMN "max_pass_mm" double precision;--> statement-breakpoint
ALTER TABLE "pivots" ADD COLUMN "speed_by_sector" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pivots" ADD COLUMN "speed_rows" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "t_upper" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "ky" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "yield_kg_ha" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "price_brl_kg" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "allowed_pct" jsonb;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "maturity_pct" double precision;--> statement-breakpoint
ALTER TABLE "crops" ADD COLUMN "emergence_mm" double precision;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "stage_unit" text DEFAULT 'days' NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "yield_kg_ha" double precision;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "price_brl_kg" double precision;--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "advice" jsonb;