CREATE TABLE "field_notes" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"pivot_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"photo_id" text,
	"user_id" text,
	"user_name" text
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"data" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waterings" ADD COLUMN "photo_id" text;--> statement-breakpoint
ALTER TABLE "rains" ADD COLUMN "photo_id" text;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_pivot_id_pivots__id_fk" FOREIGN KEY ("pivot_id") REFERENCES "public"."pivots"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "field_notes" ADD CONSTRAINT "field_notes_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "field_notes_client_id_at_index" ON "field_notes" USING btree ("client_id","at");--> statement-breakpoint
CREATE INDEX "field_notes_pivot_id_index" ON "field_notes" USING btree ("pivot_id");--> statement-breakpoint
CREATE INDEX "field_notes_photo" ON "field_notes" USING btree ("photo_id") WHERE "field_notes"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "photos_client_id_index" ON "photos" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "photos_created_at_index" ON "photos" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "waterings" ADD CONSTRAINT "waterings_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rains" ADD CONSTRAINT "rains_photo_id_photos__id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waterings_photo" ON "waterings" USING btree ("photo_id") WHERE "waterings"."photo_id" is not null;--> statement-breakpoint
CREATE INDEX "rains_photo" ON "rains" USING btree ("photo_id") WHERE "rains"."photo_id" is not null;