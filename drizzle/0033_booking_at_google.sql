CREATE TABLE "booking_calendars" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" text,
	"making_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "booking_notices" ADD COLUMN "calendar" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "meet_url" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "google_sequence" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "google_differs" jsonb;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "google_address" text;--> statement-breakpoint
ALTER TABLE "booking_calendars" ADD CONSTRAINT "booking_calendars_account_id_google_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."google_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notices" ADD CONSTRAINT "booking_notices_calendar_known" CHECK ("booking_notices"."calendar" in ('google', 'mail'));