CREATE SEQUENCE "public"."client_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"_id" text PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"user_id" text,
	"user_name" text NOT NULL,
	"client_id" text,
	"entity" text NOT NULL,
	"record_id" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"id" text DEFAULT nextval('client_numbers')::text NOT NULL,
	"name" text NOT NULL,
	"document" text,
	"type_chart" integer NOT NULL,
	"timezone" text NOT NULL,
	"logo_url" text,
	CONSTRAINT "clients_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "farms" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"name" text NOT NULL,
	"city" text,
	"state" text,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"altitude" double precision NOT NULL,
	"area_ha" double precision,
	"timezone" text NOT NULL,
	"boundary" jsonb,
	"station_device_id" text
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" text NOT NULL,
	"client_id" text NOT NULL,
	"group_id" text NOT NULL,
	"farm_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "memberships_user_id_client_id_pk" PRIMARY KEY("user_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"jti" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"user_name" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"language" text DEFAULT 'pt-BR' NOT NULL,
	"group_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"last_access" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users_groups" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text,
	"name" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"alert_defaults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"all_clients" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menus" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"client_id" text NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"icon" text NOT NULL,
	"order" integer NOT NULL,
	"screen" text,
	"parent_id" text
);
--> statement-breakpoint
CREATE TABLE "client_sensor_types" (
	"client_id" text NOT NULL,
	"sensor_type_id" text NOT NULL,
	CONSTRAINT "client_sensor_types_client_id_sensor_type_id_pk" PRIMARY KEY("client_id","sensor_type_id")
);
--> statement-breakpoint
CREATE TABLE "sensor_types" (
	"_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text,
	"icon" text,
	"min" double precision,
	"max" double precision
);
--> statement-breakpoint
ALTER TABLE "farms" ADD CONSTRAINT "farms_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_group_id_users_groups__id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."users_groups"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users__id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_group_id_users_groups__id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."users_groups"("_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users_groups" ADD CONSTRAINT "users_groups_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menus" ADD CONSTRAINT "menus_parent_id_menus__id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensor_types" ADD CONSTRAINT "client_sensor_types_client_id_clients__id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_sensor_types" ADD CONSTRAINT "client_sensor_types_sensor_type_id_sensor_types__id_fk" FOREIGN KEY ("sensor_type_id") REFERENCES "public"."sensor_types"("_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_entity_record_id_date_index" ON "audit_entries" USING btree ("entity","record_id","date");--> statement-breakpoint
CREATE INDEX "audit_entries_client_id_date_index" ON "audit_entries" USING btree ("client_id","date");--> statement-breakpoint
CREATE INDEX "farms_client_id_index" ON "farms" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "memberships_client_id_index" ON "memberships" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "memberships_group_id_index" ON "memberships" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_user_name" ON "users" USING btree (lower("user_name"));--> statement-breakpoint
CREATE INDEX "menus_client_id_index" ON "menus" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "client_sensor_types_sensor_type_id_index" ON "client_sensor_types" USING btree ("sensor_type_id");