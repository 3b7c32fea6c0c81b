ALTER TABLE "seasons" ALTER COLUMN "initial_moisture_pct" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "subsoil_taw" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "subsoil_dr" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "roots_dr" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "to_subsoil" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "balances" ADD COLUMN "start_water" text DEFAULT 'measured' NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "initial_water" text DEFAULT 'measured' NOT NULL;