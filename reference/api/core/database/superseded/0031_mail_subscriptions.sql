CREATE TABLE "alert_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"pace" text NOT NULL,
	"digest_at" text NOT NULL,
	"by_mail" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_alerts" (
	"user_id" text NOT NULL,
	"notification_id" text NOT NULL,
	"client_id" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"is_shown" boolean NOT NULL,
	CONSTRAINT "waiting_alerts_user_id_notification_id_pk" PRIMARY KEY("user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"report" text NOT NULL,
	"next_month" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_notification_id_notifications__id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_alerts" ADD CONSTRAINT "waiting_alerts_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_subscriptions" ADD CONSTRAINT "report_subscriptions_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_alerts_notification_id_index" ON "waiting_alerts" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "waiting_alerts_client_id_index" ON "waiting_alerts" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_subscriptions_of_user" ON "report_subscriptions" USING btree ("user_id","client_id","report");--> statement-breakpoint
CREATE INDEX "report_subscriptions_client_id_index" ON "report_subscriptions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "report_subscriptions_next_month_index" ON "report_subscriptions" USING btree ("next_month");