ALTER TABLE "incidents" ADD COLUMN "notice_tag" text;--> statement-breakpoint
ALTER TABLE "watch" ADD COLUMN "watchdog_at" timestamp (3) with time zone;