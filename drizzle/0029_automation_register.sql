CREATE TABLE "automation_credentials" (
	"automation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"expires_on" date NOT NULL,
	CONSTRAINT "automation_credentials_automation_id_name_pk" PRIMARY KEY("automation_id","name")
);
--> statement-breakpoint
CREATE TABLE "automation_days" (
	"automation_id" uuid NOT NULL,
	"day" date NOT NULL,
	"zone" text NOT NULL,
	"expected" bigint DEFAULT 0 NOT NULL,
	"on_time" bigint DEFAULT 0 NOT NULL,
	"late" bigint DEFAULT 0 NOT NULL,
	"missed" bigint DEFAULT 0 NOT NULL,
	"unobserved" bigint DEFAULT 0 NOT NULL,
	"ok" bigint DEFAULT 0 NOT NULL,
	"failed" bigint DEFAULT 0 NOT NULL,
	"overrun" bigint DEFAULT 0 NOT NULL,
	"items" bigint DEFAULT 0 NOT NULL,
	"human_decisions" bigint DEFAULT 0 NOT NULL,
	"errors" bigint DEFAULT 0 NOT NULL,
	"cost_micros" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"duration_ms" bigint DEFAULT 0 NOT NULL,
	"duration_count" bigint DEFAULT 0 NOT NULL,
	"repeats" bigint DEFAULT 0 NOT NULL,
	"dropped" bigint DEFAULT 0 NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"receipt_id" uuid,
	CONSTRAINT "automation_days_automation_id_day_pk" PRIMARY KEY("automation_id","day"),
	CONSTRAINT "automation_days_sum" CHECK ("automation_days"."expected" = "automation_days"."on_time" + "automation_days"."late" + "automation_days"."missed")
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"project_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"ping_uuid" uuid NOT NULL,
	"ping_uuid_old" uuid,
	"old_until" timestamp (3) with time zone,
	"schedule_kind" text DEFAULT 'period' NOT NULL,
	"period_seconds" integer,
	"cron" text,
	"time_zone" text,
	"grace_seconds" integer DEFAULT 3600 NOT NULL,
	"only_post" boolean DEFAULT false NOT NULL,
	"manual_resume" boolean DEFAULT false NOT NULL,
	"tools" text[] DEFAULT '{}' NOT NULL,
	"models" text[] DEFAULT '{}' NOT NULL,
	"data_touched" text[] DEFAULT '{}' NOT NULL,
	"personal_data" boolean DEFAULT false NOT NULL,
	"human_check" text DEFAULT 'none' NOT NULL,
	"human_check_note" text DEFAULT '' NOT NULL,
	"assignee_id" uuid,
	"review_on" date,
	"in_report" boolean DEFAULT true NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"last_ping_at" timestamp (3) with time zone,
	"last_start_at" timestamp (3) with time zone,
	"last_start_rid" uuid,
	"start_extended" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"alert_after" timestamp (3) with time zone,
	"ping_count" bigint DEFAULT 0 NOT NULL,
	"minute_at" timestamp (3) with time zone,
	"minute_count" integer DEFAULT 0 NOT NULL,
	"minute_failed" boolean DEFAULT false NOT NULL,
	"restored_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automations_ping_unique" UNIQUE("ping_uuid"),
	CONSTRAINT "automations_old_ping_unique" UNIQUE("ping_uuid_old"),
	CONSTRAINT "automations_schedule_known" CHECK ("automations"."schedule_kind" in ('period', 'cron', 'none')),
	CONSTRAINT "automations_state_known" CHECK ("automations"."state" in ('new', 'up', 'late', 'down', 'paused', 'unobserved', 'retired')),
	CONSTRAINT "automations_check_known" CHECK ("automations"."human_check" in ('none', 'sample', 'uncertain', 'every')),
	CONSTRAINT "automations_schedule_set" CHECK (case "automations"."schedule_kind"
        when 'period' then "automations"."period_seconds" is not null and "automations"."cron" is null
          and "automations"."time_zone" is null
        when 'cron' then "automations"."period_seconds" is null and "automations"."cron" is not null
          and "automations"."time_zone" is not null
        else "automations"."period_seconds" is null and "automations"."cron" is null and "automations"."time_zone" is null end)
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"class" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" uuid,
	"note" text DEFAULT '' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" uuid,
	"flapping" boolean DEFAULT false NOT NULL,
	"notified_at" timestamp (3) with time zone,
	"escalated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "incidents_cause_known" CHECK ("incidents"."cause" in ('missed', 'failed', 'overrun', 'credential', 'review')),
	CONSTRAINT "incidents_class_known" CHECK ("incidents"."class" in ('run', 'credential', 'review'))
);
--> statement-breakpoint
CREATE TABLE "outages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "outages_reason_known" CHECK ("outages"."reason" in ('away', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "pings" (
	"automation_id" uuid NOT NULL,
	"n" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"rid" uuid,
	"exit_status" smallint,
	"body" "bytea",
	"run_id" uuid,
	CONSTRAINT "pings_automation_id_n_pk" PRIMARY KEY("automation_id","n"),
	CONSTRAINT "pings_kind_known" CHECK ("pings"."kind" in ('success', 'start', 'fail', 'log', 'ignored', 'repeat')),
	CONSTRAINT "pings_body_size" CHECK (octet_length("pings"."body") <= 100000)
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"automation_id" uuid NOT NULL,
	"rid" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"outcome" text NOT NULL,
	"late_ms" bigint,
	"duration_ms" bigint,
	"exit_status" smallint,
	"items" bigint,
	"human_decisions" bigint,
	"errors" bigint,
	"cost_micros" bigint,
	"currency" text,
	"model" text,
	"note" text,
	"counts_problem" text,
	"missed_count" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_outcome_known" CHECK ("runs"."outcome" in ('running', 'ok', 'failed', 'overrun', 'missed', 'unobserved'))
);
--> statement-breakpoint
CREATE TABLE "watch" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"awake_at" timestamp (3) with time zone,
	"turn_at" timestamp (3) with time zone,
	"closed_day" date,
	CONSTRAINT "watch_one_row" CHECK ("watch"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "notification_deliveries_event_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_event_known";--> statement-breakpoint
ALTER TABLE "automation_credentials" ADD CONSTRAINT "automation_credentials_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_days" ADD CONSTRAINT "automation_days_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pings" ADD CONSTRAINT "pings_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pings" ADD CONSTRAINT "pings_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_credentials_expiry" ON "automation_credentials" USING btree ("expires_on");--> statement-breakpoint
CREATE INDEX "automation_days_open" ON "automation_days" USING btree ("day") WHERE "automation_days"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "automations_alert" ON "automations" USING btree ("alert_after") WHERE "automations"."state" in ('new', 'up', 'late', 'unobserved');--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("due_at") WHERE "automations"."state" in ('up', 'unobserved');--> statement-breakpoint
CREATE INDEX "automations_client" ON "automations" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "automations_project" ON "automations" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "automations_assignee" ON "automations" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "automations_state_name" ON "automations" USING btree ("state","name","id");--> statement-breakpoint
CREATE INDEX "automations_search" ON "automations" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "automations_review" ON "automations" USING btree ("review_on") WHERE "automations"."state" <> 'retired';--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open_unique" ON "incidents" USING btree ("automation_id","class") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_automation" ON "incidents" USING btree ("automation_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "incidents_newest" ON "incidents" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "incidents_open" ON "incidents" USING btree ("opened_at") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "outages_end" ON "outages" USING btree ("to_at");--> statement-breakpoint
CREATE INDEX "pings_run" ON "pings" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_rid_unique" ON "runs" USING btree ("automation_id","rid");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_due_unique" ON "runs" USING btree ("automation_id","due_at") WHERE "runs"."outcome" in ('missed', 'unobserved');--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("automation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_running" ON "runs" USING btree ("automation_id") WHERE "runs"."outcome" = 'running';--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_event_known" CHECK ("notification_deliveries"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_known" CHECK ("notifications"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due'));