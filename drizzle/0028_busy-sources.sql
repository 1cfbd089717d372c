CREATE TABLE "host_busy" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"intervals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"covers_until" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone,
	"ok_at" timestamp (3) with time zone,
	"error" text,
	"etag" text,
	"last_modified" text,
	"refreshing_until" timestamp (3) with time zone,
	CONSTRAINT "host_busy_user_id_source_pk" PRIMARY KEY("user_id","source"),
	CONSTRAINT "host_busy_source_known" CHECK ("host_busy"."source" in ('google', 'ics')),
	CONSTRAINT "host_busy_error_known" CHECK ("host_busy"."error" in ('not_connected', 'scope_missing', 'reconnect', 'not_shared', 'rate_limited', 'no_answer', 'refused_address', 'not_reachable', 'too_large', 'not_a_calendar'))
);
--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "ics_sealed" text;--> statement-breakpoint
ALTER TABLE "hosts" ADD COLUMN "ics_host" text;--> statement-breakpoint
ALTER TABLE "host_busy" ADD CONSTRAINT "host_busy_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;