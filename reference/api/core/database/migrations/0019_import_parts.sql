CREATE TABLE "import_parts" (
	"number" serial PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"farm_id" text NOT NULL,
	"batch" text NOT NULL,
	"entity" text NOT NULL,
	"user_name" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"inserted" integer NOT NULL,
	"changed" integer NOT NULL,
	"content" jsonb NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_farm_id_farms__id_fk" FOREIGN KEY ("farm_id") REFERENCES "public"."farms"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_parts_client_id_batch_index" ON "import_parts" USING btree ("client_id","batch");--> statement-breakpoint
CREATE INDEX "import_parts_farm_id_index" ON "import_parts" USING btree ("farm_id");--> statement-breakpoint
CREATE INDEX "import_parts_date_index" ON "import_parts" USING btree ("date");