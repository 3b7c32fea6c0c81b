CREATE TABLE "day_decisions" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"date" date NOT NULL,
	"choices" jsonb NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "day_decisions" ADD CONSTRAINT "day_decisions_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_decisions" ADD CONSTRAINT "day_decisions_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "day_decisions_client_id_index" ON "day_decisions" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "day_decisions_once" ON "day_decisions" USING btree ("farm_id","date");