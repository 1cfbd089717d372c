DELETE FROM "inquiries" WHERE 'self_check' = any("quarantine_reasons");--> statement-breakpoint
DELETE FROM "chat_connections" WHERE "session_id" IN
  (SELECT "id" FROM "chat_sessions" WHERE "visitor_email" = 'self-check@localhost.invalid');--> statement-breakpoint
DELETE FROM "chat_sessions" WHERE "visitor_email" = 'self-check@localhost.invalid';--> statement-breakpoint
INSERT INTO "blob_deletions" ("storage_key")
  SELECT "value"->>'storageKey' FROM "marks" WHERE "name" = 'self-check.run' AND "value" ? 'storageKey'
  ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "marks" WHERE "name" IN ('self-check.run', 'self-check.result');--> statement-breakpoint
DELETE FROM "jobs" WHERE "name" = 'self-check';--> statement-breakpoint
DELETE FROM "mail_messages" WHERE "kind" = 'self_check';--> statement-breakpoint
DELETE FROM "notification_deliveries" WHERE "event" = 'self_check.failed';--> statement-breakpoint
DELETE FROM "notifications" WHERE "event" = 'self_check.failed';--> statement-breakpoint
DELETE FROM "notification_preferences" WHERE "event" = 'self_check.failed';--> statement-breakpoint
UPDATE "notification_channels" SET "events" = array_remove("events", 'self_check.failed');--> statement-breakpoint
ALTER TABLE "mail_messages" DROP CONSTRAINT "mail_messages_kind_known";--> statement-breakpoint
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "notification_deliveries_event_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_event_known";--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_kind_known" CHECK ("mail_messages"."kind" in ('reply', 'confirmation', 'lead_alert', 'notification', 'chat_follow_up', 'account', 'meeting', 'received', 'automatic', 'bounce', 'note'));--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_event_known" CHECK ("notification_deliveries"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_known" CHECK ("notifications"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced', 'automation.incident_opened', 'automation.incident_escalated', 'automation.incident_closed', 'automation.unobserved', 'automation.credential_expiring', 'automation.review_due'));