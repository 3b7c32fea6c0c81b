CREATE TABLE "balance_programs" (
	"program" text PRIMARY KEY NOT NULL
);
