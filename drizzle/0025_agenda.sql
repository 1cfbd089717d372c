ALTER TABLE "bookings" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "outcome_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "outcome_by" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "visitor_declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_outcome_by_users_id_fk" FOREIGN KEY ("outcome_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookings_without_outcome" ON "bookings" USING btree ("ends_at") WHERE "bookings"."state" = 'booked' and "bookings"."outcome" is null;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_outcome_known" CHECK ("bookings"."outcome" in ('happened', 'no_show'));