CREATE TABLE "booking_notices" (
	"booking_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"sequence" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_notices_booking_id_recipient_kind_sequence_pk" PRIMARY KEY("booking_id","recipient","kind","sequence"),
	CONSTRAINT "booking_notices_recipient_known" CHECK ("booking_notices"."recipient" in ('visitor', 'host')),
	CONSTRAINT "booking_notices_kind_known" CHECK ("booking_notices"."kind" in ('booked', 'moved', 'cancelled', 'pending', 'not-confirmed', 'no-show', 'reminder-day', 'reminder-hour', 'host-booked', 'host-moved', 'host-cancelled', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced'))
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "notification_deliveries_event_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_event_known";--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "host_calendar" text;--> statement-breakpoint
ALTER TABLE "booking_notices" ADD CONSTRAINT "booking_notices_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_host_calendar_known" CHECK ("bookings"."host_calendar" in ('google', 'mail'));--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_event_known" CHECK ("notification_deliveries"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_event_known" CHECK ("notifications"."event" in ('lead.created', 'lead.assigned', 'deadline.unassigned', 'deadline.due_soon', 'deadline.overdue', 'mail.received', 'mail.failed', 'mail.bounced', 'chat.waiting', 'chat.message', 'request.reminded', 'request.withdrawn', 'intake.failing', 'self_check.failed', 'booking.created', 'booking.moved', 'booking.cancelled', 'booking.unconfirmed', 'booking.soon', 'booking.outcome', 'booking.calendar_unreadable', 'booking.calendar_readable', 'booking.invitation_bounced'));