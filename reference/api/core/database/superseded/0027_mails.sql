CREATE TABLE "mails" (
	"_id" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"recipient" text NOT NULL,
	"reply_to" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"file_name" text,
	"file_type" text,
	"file" "bytea"
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_client_id_index" ON "mails" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mails_next_at_index" ON "mails" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "mails_user_id_created_at_index" ON "mails" USING btree ("user_id","created_at");