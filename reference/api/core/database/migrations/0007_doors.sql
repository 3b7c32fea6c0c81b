CREATE TABLE "gateway_keys" (
	"gateway_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "gateways" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"device_id" text,
	"mapping" jsonb NOT NULL,
	"serial_path" text,
	"date_path" text
);
--> statement-breakpoint
ALTER TABLE "device_messages" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "client_id" text;--> statement-breakpoint
UPDATE "device_messages" SET "client_id" = "devices"."client_id" FROM "devices" WHERE "devices"."_id" = "device_messages"."device_id";--> statement-breakpoint
ALTER TABLE "device_messages" ALTER COLUMN "client_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "serial" text;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "door" text DEFAULT 'mqtt' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "accepted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "device_messages" SET "accepted" = jsonb_array_length("payload"->'readings') WHERE jsonb_typeof("payload"->'readings') = 'array';--> statement-breakpoint
ALTER TABLE "device_messages" ALTER COLUMN "payload" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "duplicate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "rejected" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD COLUMN "refusals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device_secrets" ADD COLUMN "used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "last_stored" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "devices" SET "last_stored" = "last_seen";--> statement-breakpoint
ALTER TABLE "gateway_keys" ADD CONSTRAINT "gateway_keys_gateway_id_gateways__id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateways" ADD CONSTRAINT "gateways_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gateways" ADD CONSTRAINT "gateways_device_id_devices__id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_keys_hash_index" ON "gateway_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "gateways_client_id_index" ON "gateways" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "gateways_device_id_index" ON "gateways" USING btree ("device_id");--> statement-breakpoint
ALTER TABLE "device_messages" ADD CONSTRAINT "device_messages_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_messages_date_index" ON "device_messages" USING btree ("date");--> statement-breakpoint
CREATE INDEX "device_messages_unclaimed" ON "device_messages" USING btree ("client_id","number") WHERE "device_messages"."device_id" is null;--> statement-breakpoint
CREATE INDEX "device_secrets_hash_index" ON "device_secrets" USING btree ("hash");