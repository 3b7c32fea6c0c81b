CREATE TABLE "simulations" (
	"name" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
