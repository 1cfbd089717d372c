-- Trigram indexes need it; the extension is trusted, so that the owner of a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "checklist_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"by" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checklist_steps_step_known" CHECK ("checklist_steps"."step" in ('name', 'about', 'look', 'contact', 'hours', 'profile', 'figures', 'legal', 'mail', 'address', 'live')),
	CONSTRAINT "checklist_steps_state_known" CHECK ("checklist_steps"."state" in ('skipped', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "demo_records" (
	"table_name" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "demo_records_table_name_record_id_pk" PRIMARY KEY("table_name","record_id")
);
--> statement-breakpoint
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
	"notice_tag" text,
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
	"notified_at" timestamp (3) with time zone,
	CONSTRAINT "outages_reason_known" CHECK ("outages"."reason" in ('away', 'refused', 'stalled'))
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
	"watchdog_at" timestamp (3) with time zone,
	"closed_day" date,
	CONSTRAINT "watch_one_row" CHECK ("watch"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "booking_calendars" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" text,
	"making_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "booking_cells" (
	"host_id" uuid NOT NULL,
	"cell" integer NOT NULL,
	"booking_id" uuid NOT NULL,
	CONSTRAINT "booking_cells_host_id_cell_pk" PRIMARY KEY("host_id","cell")
);
--> statement-breakpoint
CREATE TABLE "booking_notices" (
	"booking_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"calendar" text,
	"mail_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_notices_booking_id_recipient_kind_sequence_pk" PRIMARY KEY("booking_id","recipient","kind","sequence"),
	CONSTRAINT "booking_notices_recipient_known" CHECK ("booking_notices"."recipient" in ('visitor', 'host')),
	CONSTRAINT "booking_notices_kind_known" CHECK ("booking_notices"."kind" in ('booked', 'moved', 'cancelled', 'pending', 'not-confirmed', 'no-show', 'reminder-day', 'reminder-hour', 'host-booked', 'host-moved', 'host-cancelled', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced')),
	CONSTRAINT "booking_notices_calendar_known" CHECK ("booking_notices"."calendar" in ('google', 'mail'))
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
	"page" text,
	"token_hash" "bytea",
	"token_encrypted" text,
	"join_hash" "bytea",
	"join_encrypted" text,
	"visitor_moves" integer DEFAULT 0 NOT NULL,
	"host_calendar" text,
	"meet_url" text,
	"google_sequence" integer,
	"google_differs" jsonb,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"outcome" text,
	"outcome_at" timestamp (3) with time zone,
	"outcome_by" uuid,
	"link" text,
	"visitor_declined_at" timestamp (3) with time zone,
	"hold_hash" "bytea",
	"hold_expires_at" timestamp (3) with time zone,
	"hold_extended" integer DEFAULT 0 NOT NULL,
	"address_key" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bookings_token_unique" UNIQUE("token_hash"),
	CONSTRAINT "bookings_join_unique" UNIQUE("join_hash"),
	CONSTRAINT "bookings_holdHash_unique" UNIQUE("hold_hash"),
	CONSTRAINT "bookings_state_known" CHECK ("bookings"."state" in ('held', 'expired', 'pending', 'booked', 'cancelled')),
	CONSTRAINT "bookings_contact_known" CHECK ("bookings"."contact" in ('video', 'phone', 'in_person')),
	CONSTRAINT "bookings_host_calendar_known" CHECK ("bookings"."host_calendar" in ('google', 'mail')),
	CONSTRAINT "bookings_canceller_known" CHECK ("bookings"."cancelled_by" in ('visitor', 'staff', 'system')),
	CONSTRAINT "bookings_outcome_known" CHECK ("bookings"."outcome" in ('happened', 'no_show')),
	CONSTRAINT "bookings_order" CHECK ("bookings"."starts_at" < "bookings"."ends_at")
);
--> statement-breakpoint
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
	"unreadable_since" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "host_busy_user_id_source_pk" PRIMARY KEY("user_id","source"),
	CONSTRAINT "host_busy_source_known" CHECK ("host_busy"."source" in ('google', 'ics')),
	CONSTRAINT "host_busy_error_known" CHECK ("host_busy"."error" in ('not_connected', 'scope_missing', 'reconnect', 'not_shared', 'rate_limited', 'no_answer', 'refused_address', 'not_reachable', 'too_large', 'not_a_calendar'))
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
	"google_address" text,
	"ics_encrypted" text,
	"ics_host" text,
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
CREATE TABLE "chat_browsers" (
	"visitor_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instance_id" uuid NOT NULL,
	"session_id" uuid,
	"user_id" uuid,
	"role" text NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_type" text NOT NULL,
	"sender_id" uuid,
	"sender_key" text NOT NULL,
	"client_message_id" uuid,
	"message_type" text DEFAULT 'text' NOT NULL,
	"content" text NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	CONSTRAINT "chat_messages_sender_known" CHECK ("chat_messages"."sender_type" in ('visitor', 'admin', 'system')),
	CONSTRAINT "chat_messages_type_known" CHECK ("chat_messages"."message_type" in ('text', 'system_notification'))
);
--> statement-breakpoint
CREATE TABLE "chat_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"visitor_hash" "bytea" NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"status_before_abandoned" text,
	"visitor_name" text NOT NULL,
	"visitor_email" text NOT NULL,
	"email_confirmed_at" timestamp (3) with time zone,
	"visitor_company" text DEFAULT '' NOT NULL,
	"current_page" text DEFAULT '' NOT NULL,
	"referrer" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"agent_id" uuid,
	"client_id" uuid,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"last_message" text,
	"last_message_by" text,
	"last_message_at" timestamp (3) with time zone,
	"notes" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"abandoned_at" timestamp (3) with time zone,
	CONSTRAINT "chat_sessions_status_known" CHECK ("chat_sessions"."status" in ('waiting', 'active', 'ended', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "chat_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_studies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"company" text NOT NULL,
	"industry" text NOT NULL,
	"duration" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"challenge" text NOT NULL,
	"solution" text NOT NULL,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_instances" (
	"instance_id" uuid PRIMARY KEY NOT NULL,
	"applied_version" bigint NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "content_state_one_row" CHECK ("content_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"variant" text DEFAULT '' NOT NULL,
	"derived_from" uuid,
	"public_name" text NOT NULL,
	"original_name" text DEFAULT '' NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"is_hard_in_dark" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_purpose_known" CHECK ("media"."purpose" in ('logo', 'logo_dark', 'icon', 'portrait', 'note', 'social'))
);
--> statement-breakpoint
CREATE TABLE "page_redirects" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"page_id" uuid NOT NULL,
	CONSTRAINT "page_redirects_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"tree" jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"change_note" text DEFAULT '' NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"author_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" "bytea" NOT NULL,
	CONSTRAINT "page_versions_page_id_number_pk" PRIMARY KEY("page_id","number")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"demo" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"first_published_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (joined_words("pages"."title" || ' ' || "pages"."slug")) STORED NOT NULL,
	CONSTRAINT "pages_kind_known" CHECK ("pages"."kind" in ('legal', 'page', 'note')),
	CONSTRAINT "pages_slug_form" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"page_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "services" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"long_description" text,
	"features" text[] DEFAULT '{}' NOT NULL,
	"benefits" text[],
	"category" text NOT NULL,
	"pricing_model" text DEFAULT '' NOT NULL,
	"icon_url" text,
	"featured" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"search_description" text DEFAULT '' NOT NULL,
	"search_keywords" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "services_slug_form" CHECK ("services"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "site_drafts" (
	"section" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_drafts_section_known" CHECK ("site_drafts"."section" in ('firm', 'appearance', 'home', 'about', 'statistics', 'faq', 'contact', 'hours', 'navigation', 'footer', 'announcement', 'demo')),
	CONSTRAINT "site_drafts_revision_positive" CHECK ("site_drafts"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "site_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_versions" (
	"number" integer PRIMARY KEY NOT NULL,
	"document" jsonb,
	"schema_version" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"changed" text[] DEFAULT '{}' NOT NULL,
	"kind" text NOT NULL,
	"restored_from" integer,
	"note" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"published_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "site_versions_kind_known" CHECK ("site_versions"."kind" in ('seed', 'publish', 'undo', 'restore', 'import'))
);
--> statement-breakpoint
CREATE TABLE "social_images" (
	"path" text PRIMARY KEY NOT NULL,
	"look" "bytea" NOT NULL,
	"inputs" "bytea" NOT NULL,
	"media_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"connected_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_consents" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"service" text NOT NULL,
	"client_id" uuid,
	"code_verifier_encrypted" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"scope_group" text NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"refresh_token_encrypted" text,
	"access_token_encrypted" text,
	"access_expires_at" timestamp (3) with time zone,
	"refreshing_until" timestamp (3) with time zone,
	"state" text DEFAULT 'ok' NOT NULL,
	"reason" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "google_grants_group_known" CHECK ("google_grants"."scope_group" in ('files', 'calendar', 'gmail')),
	CONSTRAINT "google_grants_state_known" CHECK ("google_grants"."state" in ('ok', 'needs_reconnect'))
);
--> statement-breakpoint
CREATE TABLE "google_setups" (
	"client_id" uuid NOT NULL,
	"service" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"step" text,
	"reason" text,
	"resource_id" text,
	"url" text,
	"shared_with" text[] DEFAULT '{}' NOT NULL,
	"warnings" text[] DEFAULT '{}' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "google_setups_client_id_service_pk" PRIMARY KEY("client_id","service"),
	CONSTRAINT "google_setups_service_known" CHECK ("google_setups"."service" in ('drive', 'sheets', 'calendar', 'gmail')),
	CONSTRAINT "google_setups_state_known" CHECK ("google_setups"."state" in ('pending', 'created', 'shared', 'done', 'failed', 'missing'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"totp_secret_encrypted" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"display_name" text,
	"title" text,
	"signature" text,
	"portrait_id" uuid,
	"profile_revision" integer DEFAULT 0 NOT NULL,
	"known_networks" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"password_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('agent', 'admin', 'owner'))
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
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_deadlines_one_subject" CHECK (num_nonnulls("reply_deadlines"."inquiry_id", "reply_deadlines"."chat_session_id", "reply_deadlines"."thread_id") = 1),
	CONSTRAINT "reply_deadlines_one_end" CHECK ("reply_deadlines"."met_at" is null or "reply_deadlines"."waived_at" is null),
	CONSTRAINT "reply_deadlines_evidence_when_met" CHECK (("reply_deadlines"."met_at" is null) = ("reply_deadlines"."evidence" is null)),
	CONSTRAINT "reply_deadlines_kind_known" CHECK ("reply_deadlines"."kind" in ('inquiry', 'consultation', 'chat', 'mail')),
	CONSTRAINT "reply_deadlines_evidence_known" CHECK ("reply_deadlines"."evidence" in ('mail', 'chat', 'booking', 'stated')),
	CONSTRAINT "reply_deadlines_waive_reason_known" CHECK ("reply_deadlines"."waive_reason" in ('no_reply_needed', 'duplicate', 'spam', 'other', 'closed', 'withdrawn', 'nothing_asked'))
);
--> statement-breakpoint
CREATE TABLE "request_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"phone" text,
	"notes" text,
	"status" text DEFAULT 'active' NOT NULL,
	"converted_from" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (joined_words("clients"."name" || ' ' || "clients"."email" || ' ' || coalesce("clients"."company", ''))) STORED NOT NULL,
	CONSTRAINT "clients_status_known" CHECK ("clients"."status" in ('active', 'inactive', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "inquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text DEFAULT request_number() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text DEFAULT '' NOT NULL,
	"service" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"consultation_data" jsonb,
	"status" text DEFAULT 'new' NOT NULL,
	"client_id" uuid,
	"assignee_id" uuid,
	"quarantined" boolean DEFAULT false NOT NULL,
	"quarantine_reasons" text[] DEFAULT '{}' NOT NULL,
	"idempotency_key" text,
	"content_hash" "bytea" NOT NULL,
	"page" text,
	"first_contacted_at" timestamp (3) with time zone,
	"sender_disputed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (joined_words("inquiries"."name" || ' ' || "inquiries"."email" || ' ' || "inquiries"."company")) STORED NOT NULL,
	CONSTRAINT "inquiries_status_known" CHECK ("inquiries"."status" in ('new', 'contacted', 'qualified', 'converted', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "inquiry_details" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"author_id" uuid,
	"original_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "project_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"author_id" uuid,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'prospect' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"budget" text,
	"timeline" text,
	"start_date" timestamp (3) with time zone,
	"end_date" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_status_known" CHECK ("projects"."status" in ('prospect', 'discovery', 'in_progress', 'qa', 'delivered', 'on_hold')),
	CONSTRAINT "projects_progress_percent" CHECK ("projects"."progress" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "automatic_mail_limits" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"last_sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid,
	"role" text NOT NULL,
	"original_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_files_role_known" CHECK ("mail_files"."role" in ('attachment', 'raw'))
);
--> statement-breakpoint
CREATE TABLE "mail_intake" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_key" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"envelope_sender" text,
	"envelope_recipient" text,
	"from_addresses" text[] DEFAULT '{}' NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"storage_key" text,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"message_id" uuid,
	CONSTRAINT "mail_intake_source_known" CHECK ("mail_intake"."source" in ('imap', 'post')),
	CONSTRAINT "mail_intake_state_known" CHECK ("mail_intake"."state" in ('received', 'done', 'ignored', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "mail_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint,
	"lease_holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"first_connected_at" timestamp (3) with time zone,
	"connected_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "mail_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid,
	"inquiry_id" uuid,
	"chat_session_id" uuid,
	"direction" text NOT NULL,
	"kind" text NOT NULL,
	"message_id" text NOT NULL,
	"in_reply_to" text,
	"references" text[] DEFAULT '{}' NOT NULL,
	"from_address" text DEFAULT '' NOT NULL,
	"from_name" text DEFAULT '' NOT NULL,
	"via_address" text DEFAULT '' NOT NULL,
	"to_address" text NOT NULL,
	"other_recipients" text[] DEFAULT '{}' NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"quoted_text" text,
	"has_html" boolean DEFAULT false NOT NULL,
	"author_id" uuid,
	"send_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"delivery" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"server_response" text,
	"error_code" text,
	"sender_verified" boolean,
	"from_other_address" boolean DEFAULT false NOT NULL,
	"suspect_reasons" text[] DEFAULT '{}' NOT NULL,
	"refused_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"content_sha256" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_messages_direction_known" CHECK ("mail_messages"."direction" in ('in', 'out')),
	CONSTRAINT "mail_messages_kind_known" CHECK ("mail_messages"."kind" in ('reply', 'confirmation', 'lead_alert', 'notification', 'chat_follow_up', 'account', 'meeting', 'received', 'automatic', 'bounce', 'note')),
	CONSTRAINT "mail_messages_delivery_known" CHECK ("mail_messages"."delivery" in ('queued', 'accepted', 'failed', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "mail_reply_addresses" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_suppressions_reason_known" CHECK ("mail_suppressions"."reason" in ('bounced', 'complaint', 'not_me'))
);
--> statement-breakpoint
CREATE TABLE "mail_threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"inquiry_id" uuid,
	"chat_session_id" uuid,
	"client_id" uuid,
	"project_id" uuid,
	"assignee_id" uuid,
	"suspect" boolean DEFAULT false NOT NULL,
	"suspect_reasons" text[] DEFAULT '{}' NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shortcut" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"url_encrypted" text NOT NULL,
	"topic" text,
	"secret_encrypted" text,
	"events" text[] DEFAULT '{}' NOT NULL,
	"show_names" boolean DEFAULT false NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"last_status" integer,
	"last_ok_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channels_kind_known" CHECK ("notification_channels"."kind" in ('slack', 'teams', 'discord', 'ntfy'))
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"push_subscription_id" uuid,
	"channel_id" uuid,
	"notification_id" uuid,
	"event" text NOT NULL,
	"inquiry_id" uuid,
	"chat_session_id" uuid,
	"thread_id" uuid,
	"tag" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"status_code" integer,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "notification_deliveries_event_known" CHECK ("notification_deliveries"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'backup.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due')),
	CONSTRAINT "notification_deliveries_state_known" CHECK ("notification_deliveries"."state" in ('queued', 'delivered', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_event_pk" PRIMARY KEY("user_id","event")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_to" text NOT NULL,
	"quiet_days" integer[] NOT NULL,
	"zone" text NOT NULL,
	"overdue_breaks_quiet" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"event_key" text NOT NULL,
	"inquiry_id" uuid,
	"chat_session_id" uuid,
	"thread_id" uuid,
	"tag" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"hold_until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_event_known" CHECK ("notifications"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'backup.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due'))
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"until" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "presence_state_known" CHECK ("presence"."state" in ('available', 'away'))
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key_encrypted" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint_hash" "bytea" NOT NULL,
	"endpoint_encrypted" text NOT NULL,
	"keys_encrypted" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_ok_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_disclosures" (
	"receipt_id" uuid NOT NULL,
	"name" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"value" text NOT NULL,
	"person" text,
	"client_id" uuid,
	CONSTRAINT "receipt_disclosures_receipt_id_name_pk" PRIMARY KEY("receipt_id","name"),
	CONSTRAINT "receipt_disclosures_value_length" CHECK (length("receipt_disclosures"."value") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "receipt_heads" (
	"size" bigint PRIMARY KEY NOT NULL,
	"head" text NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_encrypted" text,
	"state" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "receipt_keys_state_known" CHECK ("receipt_keys"."state" in ('active', 'retired', 'replaced')),
	CONSTRAINT "receipt_keys_public_key_length" CHECK (octet_length("receipt_keys"."public_key") = 32)
);
--> statement-breakpoint
CREATE TABLE "receipt_log" (
	"log" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"head" text NOT NULL,
	"head_signature" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "receipt_nodes_level_position_pk" PRIMARY KEY("level","position")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"no" bigserial NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"record" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"unique_key" text,
	"seq" bigint,
	"leaf" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_signature_length" CHECK (octet_length("receipts"."signature") = 64)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid,
	"client_id" uuid,
	"project_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blob_deletions" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"unique_key" text,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"last_error" text,
	"finished_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checklist_steps" ADD CONSTRAINT "checklist_steps_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "booking_calendars" ADD CONSTRAINT "booking_calendars_account_id_google_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."google_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_cells" ADD CONSTRAINT "booking_cells_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notices" ADD CONSTRAINT "booking_notices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notices" ADD CONSTRAINT "booking_notices_mail_id_mail_messages_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mail_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_meeting_type_id_meeting_types_id_fk" FOREIGN KEY ("meeting_type_id") REFERENCES "public"."meeting_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_host_id_hosts_user_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."hosts"("user_id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_outcome_by_users_id_fk" FOREIGN KEY ("outcome_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_busy" ADD CONSTRAINT "host_busy_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_time_off" ADD CONSTRAINT "host_time_off_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_type_hosts" ADD CONSTRAINT "meeting_type_hosts_meeting_type_id_meeting_types_id_fk" FOREIGN KEY ("meeting_type_id") REFERENCES "public"."meeting_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_type_hosts" ADD CONSTRAINT "meeting_type_hosts_user_id_hosts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."hosts"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_browsers" ADD CONSTRAINT "chat_browsers_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_connections" ADD CONSTRAINT "chat_connections_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_connections" ADD CONSTRAINT "chat_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_agent_id_users_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD CONSTRAINT "chat_sessions_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_tokens" ADD CONSTRAINT "chat_tokens_session_id_chat_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_derived_from_media_id_fk" FOREIGN KEY ("derived_from") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_redirects" ADD CONSTRAINT "page_redirects_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_drafts" ADD CONSTRAINT "site_drafts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_exports" ADD CONSTRAINT "site_exports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_images" ADD CONSTRAINT "social_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_accounts" ADD CONSTRAINT "google_accounts_connected_by_users_id_fk" FOREIGN KEY ("connected_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_consents" ADD CONSTRAINT "google_consents_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_consents" ADD CONSTRAINT "google_consents_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_grants" ADD CONSTRAINT "google_grants_account_id_google_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."google_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_setups" ADD CONSTRAINT "google_setups_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_setups" ADD CONSTRAINT "google_setups_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadline_events" ADD CONSTRAINT "reply_deadline_events_deadline_id_reply_deadlines_id_fk" FOREIGN KEY ("deadline_id") REFERENCES "public"."reply_deadlines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadline_events" ADD CONSTRAINT "reply_deadline_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_deadlines" ADD CONSTRAINT "reply_deadlines_met_by_users_id_fk" FOREIGN KEY ("met_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_tokens" ADD CONSTRAINT "request_tokens_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_converted_from_inquiries_id_fk" FOREIGN KEY ("converted_from") REFERENCES "public"."inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_details" ADD CONSTRAINT "inquiry_details_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_documents" ADD CONSTRAINT "project_documents_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_documents" ADD CONSTRAINT "project_documents_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_notes" ADD CONSTRAINT "project_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_files" ADD CONSTRAINT "mail_files_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_files" ADD CONSTRAINT "mail_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_intake" ADD CONSTRAINT "mail_intake_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_push_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("push_subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_disclosures" ADD CONSTRAINT "receipt_disclosures_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_disclosures" ADD CONSTRAINT "receipt_disclosures_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_credentials_expiry" ON "automation_credentials" USING btree ("expires_on");--> statement-breakpoint
CREATE INDEX "automation_days_open" ON "automation_days" USING btree ("day") WHERE "automation_days"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "automations_alert" ON "automations" USING btree ("alert_after") WHERE "automations"."state" in ('new', 'up', 'late', 'unobserved');--> statement-breakpoint
CREATE INDEX "automations_due" ON "automations" USING btree ("due_at") WHERE "automations"."state" in ('up', 'unobserved');--> statement-breakpoint
CREATE INDEX "automations_client" ON "automations" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "automations_project" ON "automations" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "automations_assignee" ON "automations" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "automations_state_name" ON "automations" USING btree ("state","name","id");--> statement-breakpoint
CREATE INDEX "automations_search" ON "automations" USING gin (joined_words("name") gin_trgm_ops);--> statement-breakpoint
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
CREATE INDEX "booking_cells_booking" ON "booking_cells" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "booking_notices_mail" ON "booking_notices" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "bookings_host" ON "bookings" USING btree ("host_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_host_made" ON "bookings" USING btree ("host_id","created_at");--> statement-breakpoint
CREATE INDEX "bookings_start" ON "bookings" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "bookings_inquiry" ON "bookings" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "bookings_client" ON "bookings" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "bookings_chat" ON "bookings" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "bookings_email" ON "bookings" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "bookings_held" ON "bookings" USING btree ("hold_expires_at") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "bookings_pending" ON "bookings" USING btree ("starts_at") WHERE "bookings"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "bookings_without_outcome" ON "bookings" USING btree ("ends_at") WHERE "bookings"."state" = 'booked' and "bookings"."outcome" is null;--> statement-breakpoint
CREATE INDEX "host_time_off_host" ON "host_time_off" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE INDEX "chat_browsers_session" ON "chat_browsers" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_connections_lease" ON "chat_connections" USING btree ("lease_until");--> statement-breakpoint
CREATE INDEX "chat_connections_session" ON "chat_connections" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_seq_unique" ON "chat_messages" USING btree ("session_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_client_id_unique" ON "chat_messages" USING btree ("session_id","sender_key","client_message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_sessions_one_open" ON "chat_sessions" USING btree ("visitor_hash") WHERE "chat_sessions"."status" in ('waiting', 'active', 'abandoned');--> statement-breakpoint
CREATE INDEX "chat_sessions_unanswered" ON "chat_sessions" USING btree ("last_message_at") WHERE "chat_sessions"."last_message_by" = 'visitor' and "chat_sessions"."status" in ('waiting', 'active', 'abandoned');--> statement-breakpoint
CREATE INDEX "chat_sessions_status" ON "chat_sessions" USING btree ("status","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "chat_sessions_client" ON "chat_sessions" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "chat_sessions_email" ON "chat_sessions" USING btree (lower("visitor_email"));--> statement-breakpoint
CREATE INDEX "chat_tokens_session" ON "chat_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "media_public_name_unique" ON "media" USING btree ("public_name");--> statement-breakpoint
CREATE UNIQUE INDEX "media_storage_key_unique" ON "media" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_derived_from" ON "media" USING btree ("derived_from");--> statement-breakpoint
CREATE INDEX "page_versions_effective" ON "page_versions" USING btree ("page_id","effective_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "page_versions_coming" ON "page_versions" USING btree ("effective_at") WHERE "page_versions"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "page_versions_withdrawn" ON "page_versions" USING btree ("page_id") WHERE "page_versions"."withdrawn_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug_unique" ON "pages" USING btree ("kind","slug") WHERE "pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pages_newest" ON "pages" USING btree ("kind","first_published_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pages_drafts" ON "pages" USING btree ("id") WHERE "pages"."first_published_at" is null and "pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pages_deleted" ON "pages" USING btree ("deleted_at") WHERE "pages"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "pages_search" ON "pages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "previews_token_unique" ON "previews" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "services_slug_unique" ON "services" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "site_exports_storage_key_unique" ON "site_exports" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "social_images_media" ON "social_images" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "google_accounts_subject_unique" ON "google_accounts" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "google_grants_group_unique" ON "google_grants" USING btree ("scope_group");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_unique" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "reply_deadline_events_deadline" ON "reply_deadline_events" USING btree ("deadline_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_inquiry_open" ON "reply_deadlines" USING btree ("inquiry_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_chat_open" ON "reply_deadlines" USING btree ("chat_session_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_deadlines_thread_open" ON "reply_deadlines" USING btree ("thread_id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_inquiry" ON "reply_deadlines" USING btree ("inquiry_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_chat" ON "reply_deadlines" USING btree ("chat_session_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_thread" ON "reply_deadlines" USING btree ("thread_id","opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_due" ON "reply_deadlines" USING btree ("due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_assignee" ON "reply_deadlines" USING btree ("assignee_id","due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_kind" ON "reply_deadlines" USING btree ("kind","due_at","id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_snoozed" ON "reply_deadlines" USING btree ("due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_unassigned" ON "reply_deadlines" USING btree ("unassigned_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."unassigned_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_due_soon" ON "reply_deadlines" USING btree ("due_soon_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."due_soon_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_overdue" ON "reply_deadlines" USING btree ("due_at") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."overdue_notified_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_changed" ON "reply_deadlines" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_opened" ON "reply_deadlines" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "reply_deadlines_figures" ON "reply_deadlines" USING btree ("opened_at","met_at","due_at","evidence") WHERE "reply_deadlines"."waived_at" is null and "reply_deadlines"."kind" in ('inquiry', 'consultation');--> statement-breakpoint
CREATE INDEX "request_tokens_inquiry" ON "request_tokens" USING btree ("inquiry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_converted_from_unique" ON "clients" USING btree ("converted_from");--> statement-breakpoint
CREATE INDEX "clients_newest" ON "clients" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "clients_status_newest" ON "clients" USING btree ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "clients_company" ON "clients" USING btree ("company" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "clients_status" ON "clients" USING btree (array_position(array['active', 'inactive', 'archived'], "status"),"id");--> statement-breakpoint
CREATE INDEX "clients_activity" ON "clients" USING btree ("last_activity_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "clients_search" ON "clients" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_number_unique" ON "inquiries" USING btree ("number" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_idempotency_unique" ON "inquiries" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "inquiries_content" ON "inquiries" USING btree ("content_hash","created_at");--> statement-breakpoint
CREATE INDEX "inquiries_newest" ON "inquiries" USING btree ("quarantined","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inquiries_status_newest" ON "inquiries" USING btree ("quarantined","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inquiries_consultations_newest" ON "inquiries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "inquiries"."quarantined" and ("inquiries"."service" = 'consultation' or "inquiries"."consultation_data" is not null);--> statement-breakpoint
CREATE INDEX "inquiries_name" ON "inquiries" USING btree (left("name", 64) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "inquiries_email_order" ON "inquiries" USING btree (left("email", 64) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "inquiries_company" ON "inquiries" USING btree (left("company", 64) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "inquiries_search" ON "inquiries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inquiries_written_search" ON "inquiries" USING gin (joined_words(coalesce(nullif("consultation_data" ->> 'projectDescription', ''), "message")
    || ' ' || coalesce("consultation_data" ->> 'currentChallenges', '') || ' ' || coalesce("consultation_data" ->> 'goals', '')
    || ' ' || coalesce("consultation_data" ->> 'additionalNotes', '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "inquiries_client" ON "inquiries" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "inquiries_email" ON "inquiries" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "inquiry_details_inquiry" ON "inquiry_details" USING btree ("inquiry_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "project_documents_key_unique" ON "project_documents" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "project_documents_project" ON "project_documents" USING btree ("project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "project_notes_project" ON "project_notes" USING btree ("project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "project_notes_search" ON "project_notes" USING gin (joined_words("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_client" ON "projects" USING btree ("client_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "projects_search" ON "projects" USING gin (joined_words("title") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "mail_files_storage_key_unique" ON "mail_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "mail_files_message" ON "mail_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mail_files_unsent" ON "mail_files" USING btree ("created_at") WHERE "mail_files"."message_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_intake_source_key_unique" ON "mail_intake" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "mail_intake_waiting" ON "mail_intake" USING btree ("received_at","id") WHERE "mail_intake"."state" = 'received';--> statement-breakpoint
CREATE INDEX "mail_intake_unreadable" ON "mail_intake" USING btree ("received_at") WHERE "mail_intake"."state" = 'unreadable';--> statement-breakpoint
CREATE INDEX "mail_intake_received" ON "mail_intake" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "mail_intake_posted" ON "mail_intake" USING btree ("received_at") WHERE "mail_intake"."source" = 'post';--> statement-breakpoint
CREATE INDEX "mail_intake_message" ON "mail_intake" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_intake_storage_key_unique" ON "mail_intake" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_sent_unique" ON "mail_messages" USING btree ("message_id") WHERE "mail_messages"."direction" = 'out';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_received_unique" ON "mail_messages" USING btree ("message_id","content_sha256") WHERE "mail_messages"."direction" = 'in';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_lead_alert_unique" ON "mail_messages" USING btree ("inquiry_id","to_address") WHERE "mail_messages"."kind" = 'lead_alert';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_chat_alert_unique" ON "mail_messages" USING btree ("chat_session_id","to_address") WHERE "mail_messages"."kind" = 'lead_alert';--> statement-breakpoint
CREATE INDEX "mail_messages_due" ON "mail_messages" USING btree ("next_attempt_at") WHERE "mail_messages"."delivery" = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_queued" ON "mail_messages" USING btree ("thread_id","send_at") WHERE "mail_messages"."delivery" = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_failed" ON "mail_messages" USING btree ("send_at") WHERE "mail_messages"."delivery" = 'failed';--> statement-breakpoint
CREATE INDEX "mail_messages_undelivered" ON "mail_messages" USING btree ("thread_id") WHERE "mail_messages"."delivery" in ('failed', 'bounced');--> statement-breakpoint
CREATE INDEX "mail_messages_accepted" ON "mail_messages" USING btree ("accepted_at");--> statement-breakpoint
CREATE INDEX "mail_messages_thread" ON "mail_messages" USING btree ("thread_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_inquiry" ON "mail_messages" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "mail_messages_chat" ON "mail_messages" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "mail_messages_from" ON "mail_messages" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "mail_messages_to" ON "mail_messages" USING btree (lower("to_address"));--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_thread" ON "mail_reply_addresses" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_message" ON "mail_reply_addresses" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_threads_inquiry_unique" ON "mail_threads" USING btree ("inquiry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_threads_chat_unique" ON "mail_threads" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "mail_threads_client" ON "mail_threads" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mail_threads_project" ON "mail_threads" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "mail_threads_newest" ON "mail_threads" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_threads_suspect" ON "mail_threads" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "mail_threads"."suspect";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_shortcut_unique" ON "saved_replies" USING btree (lower("shortcut"));--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_dedupe_unique" ON "notification_deliveries" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("next_attempt_at") WHERE "notification_deliveries"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "notification_deliveries_tag" ON "notification_deliveries" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "notification_deliveries_created" ON "notification_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_deliveries_subscription" ON "notification_deliveries" USING btree ("push_subscription_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_notification" ON "notification_deliveries" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_inquiry" ON "notification_deliveries" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_chat" ON "notification_deliveries" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_thread" ON "notification_deliveries" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event_unique" ON "notifications" USING btree ("user_id","event_key");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","tag") WHERE "notifications"."read_at" is null and "notifications"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_tag" ON "notifications" USING btree ("tag","created_at");--> statement-breakpoint
CREATE INDEX "notifications_held" ON "notifications" USING btree ("hold_until") WHERE "notifications"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_inquiry" ON "notifications" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "notifications_chat" ON "notifications" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "notifications_thread" ON "notifications" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_unique" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "receipt_disclosures_person" ON "receipt_disclosures" USING btree ("person");--> statement-breakpoint
CREATE INDEX "receipt_disclosures_client" ON "receipt_disclosures" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_one_active" ON "receipt_keys" USING btree ("state") WHERE "receipt_keys"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_log_one_row" ON "receipt_log" USING btree ((true));--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_no_unique" ON "receipts" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_key_unique" ON "receipts" USING btree ("unique_key");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_seq_unique" ON "receipts" USING btree ("seq");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_leaf_unique" ON "receipts" USING btree ("leaf");--> statement-breakpoint
CREATE INDEX "receipts_pending" ON "receipts" USING btree ("no") WHERE "receipts"."seq" is null;--> statement-breakpoint
CREATE INDEX "receipts_client" ON "receipts" USING btree ("client_id","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipts_kind" ON "receipts" USING btree ("kind","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipts_subject" ON "receipts" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "audit_entries_client" ON "audit_entries" USING btree ("client_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_project" ON "audit_entries" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_action_beginning" ON "audit_entries" USING btree ("action" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_unfinished_unique" ON "jobs" USING btree ("unique_key") WHERE "jobs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE "jobs"."finished_at" is null;