CREATE TABLE "automatic_mail_limits" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"last_sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"to_address" text NOT NULL,
	"other_recipients" text[] DEFAULT '{}' NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
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
	"content_sha256" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_messages_direction_known" CHECK ("mail_messages"."direction" in ('in', 'out')),
	CONSTRAINT "mail_messages_kind_known" CHECK ("mail_messages"."kind" in ('reply', 'confirmation', 'lead_alert', 'notification', 'chat_follow_up', 'account', 'meeting', 'received', 'automatic', 'bounce', 'note', 'self_check')),
	CONSTRAINT "mail_messages_delivery_known" CHECK ("mail_messages"."delivery" in ('queued', 'accepted', 'failed', 'bounced'))
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
-- R- and 8 Crockford base-32 characters from the random bytes of a UUID (bytes 6 and 8 are not all random).
CREATE FUNCTION request_number() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT 'R-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random.bytes, position) & 31) + 1, 1)
		|| CASE position WHEN 3 THEN '-' ELSE '' END, '' ORDER BY position)
	FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 9]) position
$$;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "number" text DEFAULT request_number() NOT NULL;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_thread_id_mail_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."mail_threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_inquiry_id_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_chat_session_id_chat_sessions_id_fk" FOREIGN KEY ("chat_session_id") REFERENCES "public"."chat_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_threads" ADD CONSTRAINT "mail_threads_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_sent_unique" ON "mail_messages" USING btree ("message_id") WHERE "mail_messages"."direction" = 'out';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_received_unique" ON "mail_messages" USING btree ("message_id","content_sha256") WHERE "mail_messages"."direction" = 'in';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_lead_alert_unique" ON "mail_messages" USING btree ("inquiry_id","to_address") WHERE "mail_messages"."kind" = 'lead_alert';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_messages_chat_alert_unique" ON "mail_messages" USING btree ("chat_session_id","to_address") WHERE "mail_messages"."kind" = 'lead_alert';--> statement-breakpoint
CREATE INDEX "mail_messages_due" ON "mail_messages" USING btree ("next_attempt_at") WHERE "mail_messages"."delivery" = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_accepted" ON "mail_messages" USING btree ("accepted_at");--> statement-breakpoint
CREATE INDEX "mail_messages_thread" ON "mail_messages" USING btree ("thread_id","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_messages_inquiry" ON "mail_messages" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "mail_messages_chat" ON "mail_messages" USING btree ("chat_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_threads_inquiry_unique" ON "mail_threads" USING btree ("inquiry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_threads_chat_unique" ON "mail_threads" USING btree ("chat_session_id");--> statement-breakpoint
CREATE INDEX "mail_threads_client" ON "mail_threads" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "mail_threads_project" ON "mail_threads" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "mail_threads_newest" ON "mail_threads" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "inquiries" ADD CONSTRAINT "inquiries_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_number_unique" ON "inquiries" USING btree ("number");--> statement-breakpoint
-- Mails that waited as jobs, one per recipient. Some hold a link of an invitation, so all lose their text once accepted.
INSERT INTO "mail_messages" ("id", "direction", "kind", "message_id", "to_address", "subject", "text", "delivery", "next_attempt_at")
	SELECT CASE n WHEN 1 THEN "id" ELSE gen_random_uuid() END, 'out', 'account',
		CASE n WHEN 1 THEN "payload"->>'messageId' ELSE replace("payload"->>'messageId', '<', '<' || n || '.') END,
		substring(recipient FROM '[^\s<>]+@[^\s<>]+'), "payload"->>'subject', "payload"->>'text', 'queued', now()
	FROM "jobs", unnest(string_to_array("payload"->>'to', ',')) WITH ORDINALITY AS recipients(recipient, n)
	WHERE "name" = 'mail.send' AND "finished_at" IS NULL AND recipient LIKE '%@%'
	ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "jobs" WHERE "name" = 'mail.send' AND "finished_at" IS NULL;
