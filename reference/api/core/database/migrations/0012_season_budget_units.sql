ALTER TABLE "season_budgets" ADD COLUMN "kwh" double precision;--> statement-breakpoint
ALTER TABLE "season_budgets" ADD COLUMN "brl" double precision;