ALTER TABLE "host_busy" ADD COLUMN "unreadable_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "host_busy" ADD COLUMN "reported_at" timestamp (3) with time zone;