CREATE TABLE "deleted_rows" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"deletion_id" text NOT NULL,
	"table" text NOT NULL,
	"kind" text NOT NULL,
	"row" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deletions" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"entity" text NOT NULL,
	"record_id" text NOT NULL,
	"name" text NOT NULL,
	"farm_id" text,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_rows" ADD CONSTRAINT "deleted_rows_deletion_id_deletions__id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletions" ADD CONSTRAINT "deletions_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_rows_deletion_id_table_index" ON "deleted_rows" USING btree ("deletion_id","table");--> statement-breakpoint
CREATE INDEX "deleted_rows_photo" ON "deleted_rows" USING btree (("row"->>'photo_id')) WHERE "deleted_rows"."row"->>'photo_id' is not null;--> statement-breakpoint
CREATE INDEX "deleted_rows_sensor" ON "deleted_rows" USING btree (("row"->>'number')) WHERE "deleted_rows"."table" = 'sensors';--> statement-breakpoint
CREATE INDEX "deletions_client_id_date_index" ON "deletions" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "deletions_date_index" ON "deletions" USING btree ("date");