ALTER TABLE "device_messages" ADD COLUMN "gateway_id" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "clock_shift_min" double precision;--> statement-breakpoint
ALTER TABLE "gateways" ADD COLUMN "reads" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "device_messages" ADD CONSTRAINT "device_messages_gateway_id_gateways__id_fk" FOREIGN KEY ("gateway_id") REFERENCES "public"."gateways"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_messages_gateway" ON "device_messages" USING btree ("gateway_id") WHERE "device_messages"."gateway_id" is not null;