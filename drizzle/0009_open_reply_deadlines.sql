CREATE TABLE "inquiry_details" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_deadline_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deadline_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"type" text NOT NULL,
	"actor_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "reply_deadline_events_type_known" CHECK ("reply_deadline_events"."type" in ('opened', 'assigned', 'snoozed', 'met', 'reopened', 'waived', 'reminded', 'notified', 'delayed'))
);
--> statement-breakpoint
CREATE TABLE "reply_deadlines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"inquiry_id" uuid,
	"chat_session_id" uuid,
	"thread_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"unassigned_at" timestamp (3) with time zone,
	"due_soon_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"unassigned_notified_at" timestamp (3) with time zone,
	"due_soon_notified_at" timestamp (3) with time zone,
	"overdue_notified_at" timestamp (3) with time zone,
	"assignee_id" uuid,
	"snoozed_until" timestamp (3) with time zone,
	"met_at" timestamp (3) with time zone,
	"evidence" text,
	"evidence_id" uuid,
	"met_by" uuid,
	"how" text,
	"waived_at" timestamp (3) with time zone,
	"waive_reason" text,
	"note" text,
	"reminded_at" timestamp (3) with time zone,
	"reopened_at" timestamp (3) with time zone,
	"reopen_reason" text,
	"imported" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_deadlines_one_subject" CHECK (num_nonnulls("reply_deadlines"."inquiry_id", "reply_deadlines"."chat_session_id", "reply_deadlines"."thread_id") = 1),
	CONSTRAINT "reply_deadlines_one_end" CHECK ("reply_deadlines"."met_at" is null or "reply_deadlines"."waived_at" is null),
	CONSTRAINT "reply_deadlines_evidence_when_met" CHECK (("reply_deadlines"."met_at" is null) = ("reply_deadlines"."evidence" is null)),
	CONSTRAINT "reply_deadlines_kind_known" CHECK ("reply_deadlines"."kind" in ('inquiry', 'consultation', 'chat', 'mail')),
	CONSTRAINT "reply_deadlines_evidence_known" CHECK ("reply_deadlines"."evidence" in ('mail', 'chat', 'booking', 'stated')),
	CONSTRAINT "reply_deadlines_waive_reason_known" CHECK ("reply_deadlines"."waive_reason" in ('no_reply_needed', 'duplicate', 'spam', 'other', 'closed', 'withdrawn', 'nothing_asked', 'imported'))
);
--> statement-breakpoint
CREATE TABLE "request_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "sender_disputed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "profile_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiry_details" ADD CONSTRAINT "inquiry_details_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadline_events" ADD CONSTRAINT "reply_deadline_events_deadline_id_reply_deadlines_id_fk" FOREIGN KEY ("deadline_id") REFERENCES "public"."reply_deadlines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadline_events" ADD CONSTRAINT "reply_deadline_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_met_by_users_id_fk" FOREIGN KEY ("met_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_tokens" ADD CONSTRAINT "request_tokens_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_details_inquiry" ON "inquiry_details" USING btree ("inquiry_id","created_at");--> statement-breakpoint
CREATE INDEX "reply_deadline_events_deadline" ON "reply_deadline_events" USING btree ("deadline_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_inquiry_open" ON "reply_deadlines" USING btree ("inquiry_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_chat_open" ON "reply_deadlines" USING btree ("chat_session_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_thread_open" ON "reply_deadlines" USING btree ("thread_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_inquiry" ON "reply_deadlines" USING btree ("inquiry_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_chat" ON "reply_deadlines" USING btree ("chat_session_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_thread" ON "reply_deadlines" USING btree ("thread_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_due" ON "reply_deadlines" USING btree ("due_at","id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_assignee" ON "reply_deadlines" USING btree ("assignee_id","due_at","id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_unassigned" ON "reply_deadlines" USING btree ("unassigned_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."unassigned_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_due_soon" ON "reply_deadlines" USING btree ("due_soon_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."due_soon_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_overdue" ON "reply_deadlines" USING btree ("due_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."overdue_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_changed" ON "reply_deadlines" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_opened" ON "reply_deadlines" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "request_tokens_inquiry" ON "request_tokens" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_unanswered" ON "chat_sessions" USING btree ("last_message_at") WHERE "chat_sessions"."last_message_by" = 'visitor' and "chat_sessions"."status" in ('waiting', 'active', 'abandoned');--> statement-breakpoint
-- Leads of the release before: answered ones are met, closed and converted ones waived, the rest wait.
-- All thresholds count as notified, and nobody is mailed about the past.
INSERT INTO "reply_deadlines" ("id", "kind", "inquiry_id", "opened_at", "unassigned_at", "due_soon_at", "due_at",
		"unassigned_notified_at", "due_soon_notified_at", "overdue_notified_at",
		"met_at", "evidence", "how", "waived_at", "waive_reason", "imported")
	SELECT gen_random_uuid(),
		CASE WHEN "service" = 'consultation' OR "consultation_data" IS NOT NULL THEN 'consultation' ELSE 'inquiry' END,
		"id", "created_at", "created_at" + interval '6 hours', "created_at" + interval '18 hours', "created_at" + interval '24 hours',
		now(), now(), now(),
		"first_contacted_at", CASE WHEN "first_contacted_at" IS NOT NULL THEN 'stated' END,
		CASE WHEN "first_contacted_at" IS NOT NULL THEN 'other' END,
		CASE WHEN "first_contacted_at" IS NULL AND "status" IN ('closed', 'converted') THEN now() END,
		CASE WHEN "first_contacted_at" IS NULL AND "status" IN ('closed', 'converted') THEN 'imported' END,
		true
	FROM "inquiries" WHERE NOT "quarantined";--> statement-breakpoint
ANALYZE "reply_deadlines";
