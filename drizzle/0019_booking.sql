CREATE TABLE "booking_cells" (
	"host_id" uuid NOT NULL,
	"cell" integer NOT NULL,
	"booking_id" uuid NOT NULL,
	CONSTRAINT "booking_cells_host_id_cell_pk" PRIMARY KEY("host_id","cell")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"inquiry_id" uuid,
	"client_id" uuid,
	"chat_session_id" uuid,
	"state" text NOT NULL,
	"pending_reason" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"buffer_before" integer NOT NULL,
	"buffer_after" integer NOT NULL,
	"zone" text,
	"wall_time" text NOT NULL,
	"name" text,
	"email" text,
	"company" text,
	"phone" text,
	"note" text,
	"contact" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"hold_hash" "bytea",
	"hold_expires_at" timestamp (3) with time zone,
	"hold_extended" integer DEFAULT 0 NOT NULL,
	"address_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_holdHash_unique" UNIQUE("hold_hash"),
	CONSTRAINT "bookings_state_known" CHECK ("bookings"."state" in ('held', 'expired', 'pending', 'booked', 'cancelled')),
	CONSTRAINT "bookings_contact_known" CHECK ("bookings"."contact" in ('video', 'phone', 'in_person')),
	CONSTRAINT "bookings_order" CHECK ("bookings"."starts_at" < "bookings"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "host_time_off" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "host_time_off_order" CHECK ("host_time_off"."starts_at" < "host_time_off"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "hosts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"zone" text,
	"weekly" jsonb,
	"meeting_link" text,
	"joined_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_type_hosts" (
	"meeting_type_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_type_hosts_meeting_type_id_user_id_pk" PRIMARY KEY("meeting_type_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_types" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"minutes" integer DEFAULT 30 NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 15 NOT NULL,
	"step_minutes" integer DEFAULT 30 NOT NULL,
	"notice_minutes" integer DEFAULT 240 NOT NULL,
	"horizon_days" integer DEFAULT 30 NOT NULL,
	"change_until_minutes" integer DEFAULT 60 NOT NULL,
	"locations" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_types_slug_unique" UNIQUE("slug"),
	CONSTRAINT "meeting_types_five_minutes" CHECK ("meeting_types"."minutes" % 5 = 0 and "meeting_types"."buffer_before" % 5 = 0 and "meeting_types"."buffer_after" % 5 = 0
        and "meeting_types"."step_minutes" % 5 = 0),
	CONSTRAINT "meeting_types_notice_in_horizon" CHECK ("meeting_types"."notice_minutes" < "meeting_types"."horizon_days" * 1440),
	CONSTRAINT "meeting_types_location" CHECK (cardinality("meeting_types"."locations") > 0)
);
--> statement-breakpoint
ALTER TABLE "booking_cells" ADD CONSTRAINT "booking_cells_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_meeting_type_id_meeting_types_id_fk" FOREIGN KEY ("meeting_type_id") REFERENCES "public"."meeting_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_host_id_hosts_user_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."hosts"("user_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_time_off" ADD CONSTRAINT "host_time_off_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_type_hosts" ADD CONSTRAINT "meeting_type_hosts_meeting_type_id_meeting_types_id_fk" FOREIGN KEY ("meeting_type_id") REFERENCES "public"."meeting_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_type_hosts" ADD CONSTRAINT "meeting_type_hosts_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_cells_booking" ON "booking_cells" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "bookings_host" ON "bookings" USING btree ("host_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_start" ON "bookings" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_inquiry" ON "bookings" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "bookings_client" ON "bookings" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "bookings_chat" ON "bookings" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "bookings_email" ON "bookings" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "bookings_held" ON "bookings" USING btree ("hold_expires_at") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "bookings_pending" ON "bookings" USING btree ("starts_at") WHERE "bookings"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "host_time_off_host" ON "host_time_off" USING btree ("user_id","starts_at");