CREATE INDEX "reply_deadlines_kind" ON "reply_deadlines" USING btree ("kind","due_at","id") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_snoozed" ON "reply_deadlines" USING btree ("due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null and "reply_deadlines"."snoozed_until" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_action_beginning" ON "audit_entries" USING btree ("action" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mail_intake_posted" ON "mail_intake" USING btree ("received_at") WHERE "mail_intake"."source" = 'post';--> statement-breakpoint
CREATE INDEX "mail_messages_queued" ON "mail_messages" USING btree ("thread_id","send_at") WHERE "mail_messages"."delivery" = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_undelivered" ON "mail_messages" USING btree ("thread_id") WHERE "mail_messages"."delivery" in ('failed', 'bounced');--> statement-breakpoint
CREATE INDEX "mail_threads_suspect" ON "mail_threads" USING btree ("last_message_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "mail_threads"."suspect";