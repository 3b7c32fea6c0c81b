CREATE TABLE "command_pins" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "configs" ADD COLUMN "command_confirmation" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "command_pins" ADD CONSTRAINT "command_pins_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "configs" SET "command_confirmation" = 'password' WHERE "command_password";--> statement-breakpoint
ALTER TABLE "configs" DROP COLUMN "command_password";