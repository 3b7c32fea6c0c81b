CREATE TABLE "known_logins" (
	"pair" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"counter" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "known_logins_date_index" ON "known_logins" USING btree ("date");