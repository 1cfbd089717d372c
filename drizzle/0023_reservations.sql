ALTER TABLE "bookings" ADD COLUMN "page" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "token_hash" "bytea";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "token_sealed" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "join_hash" "bytea";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "join_sealed" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "visitor_moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancelled_by" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "page" text;--> statement-breakpoint
CREATE INDEX "bookings_host_made" ON "bookings" USING btree ("host_id","created_at");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_token_unique" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_join_unique" UNIQUE("join_hash");--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_canceller_known" CHECK ("bookings"."cancelled_by" in ('visitor', 'staff', 'system'));