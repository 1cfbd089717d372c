DROP INDEX "reply_deadlines_due";--> statement-breakpoint
DROP INDEX "reply_deadlines_assignee";--> statement-breakpoint
CREATE INDEX "reply_deadlines_due" ON "reply_deadlines" USING btree ("due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;--> statement-breakpoint
CREATE INDEX "reply_deadlines_assignee" ON "reply_deadlines" USING btree ("assignee_id","due_at","id","snoozed_until") WHERE "reply_deadlines"."met_at" is null and "reply_deadlines"."waived_at" is null;