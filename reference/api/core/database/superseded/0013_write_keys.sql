CREATE TABLE "write_keys" (
	"client_id" text NOT NULL,
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"digest" text,
	"date" timestamp (3) with time zone NOT NULL,
	"reply" jsonb,
	CONSTRAINT "write_keys_client_id_entity_key_pk" PRIMARY KEY("client_id","entity","key")
);
--> statement-breakpoint
ALTER TABLE "write_keys" ADD CONSTRAINT "write_keys_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "write_keys_date_index" ON "write_keys" USING btree ("date");--> statement-breakpoint
INSERT INTO "write_keys" ("client_id", "entity", "key", "date", "reply") SELECT "client_id", "entity", "key", "date", "reply" FROM "imports";--> statement-breakpoint
DROP TABLE "imports" CASCADE;
