CREATE TABLE "user_channels" (
	"user_id" text NOT NULL,
	"channel" text NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "user_channels_user_id_channel_pk" PRIMARY KEY("user_id","channel")
);
--> statement-breakpoint
CREATE TABLE "webhook_calls" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"status" integer,
	"fault" text,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"client_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"enabled" boolean NOT NULL,
	"secret" text NOT NULL,
	"secret_since" timestamp (3) with time zone NOT NULL,
	"previous_secret" text,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "escalation" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD COLUMN "quiet_to" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "first_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_channels" ADD CONSTRAINT "user_channels_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_calls" ADD CONSTRAINT "webhook_calls_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_calls_client_id_index" ON "webhook_calls" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "webhook_calls_next_at_index" ON "webhook_calls" USING btree ("next_at");