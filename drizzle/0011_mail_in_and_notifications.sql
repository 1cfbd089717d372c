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
	"connected_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "mail_reply_addresses" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"message_id" uuid,
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
	CONSTRAINT "notification_deliveries_event_known" CHECK ("notification_deliveries"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed')),
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
	CONSTRAINT "notifications_event_known" CHECK ("notifications"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed'))
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
ALTER TABLE "chat_messages" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "quoted_text" text;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "from_other_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "refused_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_files" ADD CONSTRAINT "mail_files_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_files" ADD CONSTRAINT "mail_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_intake" ADD CONSTRAINT "mail_intake_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply_addresses" ADD CONSTRAINT "mail_reply_addresses_message_id_mail_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."mail_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "mail_files_storage_key_unique" ON "mail_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "mail_files_message" ON "mail_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mail_files_unsent" ON "mail_files" USING btree ("created_at") WHERE "mail_files"."message_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_intake_source_key_unique" ON "mail_intake" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "mail_intake_waiting" ON "mail_intake" USING btree ("received_at","id") WHERE "mail_intake"."state" = 'received';--> statement-breakpoint
CREATE INDEX "mail_intake_unreadable" ON "mail_intake" USING btree ("received_at") WHERE "mail_intake"."state" = 'unreadable';--> statement-breakpoint
CREATE INDEX "mail_intake_received" ON "mail_intake" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "mail_intake_message" ON "mail_intake" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_intake_storage_key_unique" ON "mail_intake" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_thread" ON "mail_reply_addresses" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "mail_reply_addresses_message" ON "mail_reply_addresses" USING btree ("message_id");--> statement-breakpoint
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
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null and "notifications"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_tag" ON "notifications" USING btree ("tag","created_at");--> statement-breakpoint
CREATE INDEX "notifications_held" ON "notifications" USING btree ("hold_until") WHERE "notifications"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_inquiry" ON "notifications" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "notifications_chat" ON "notifications" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "notifications_thread" ON "notifications" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_unique" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_messages_from" ON "mail_messages" USING btree (lower("from_address"));--> statement-breakpoint
CREATE INDEX "mail_messages_to" ON "mail_messages" USING btree (lower("to_address"));--> statement-breakpoint
CREATE FUNCTION list_removed_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_deletions (storage_key)
    SELECT DISTINCT storage_key FROM removed WHERE storage_key IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER mail_files_deleted AFTER DELETE ON "mail_files" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();
--> statement-breakpoint
CREATE TRIGGER mail_intake_deleted AFTER DELETE ON "mail_intake" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();
