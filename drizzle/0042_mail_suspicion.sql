ALTER TABLE "chat_sessions" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mail_intake" ADD COLUMN "from_addresses" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "suspect_reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- A browser was let into a chat only by the link in a mail to the visitor's address.
UPDATE "chat_sessions" s SET "email_confirmed_at" = b."first" FROM
  (SELECT "session_id", min("created_at") AS "first" FROM "chat_browsers" GROUP BY "session_id") b
  WHERE b."session_id" = s."id";--> statement-breakpoint
-- The reasons of a conversation were those of the mail that began it.
UPDATE "mail_messages" m SET "suspect_reasons" = t."suspect_reasons" FROM "mail_threads" t
  WHERE t."suspect" AND m."id" = (SELECT f."id" FROM "mail_messages" f
    WHERE f."thread_id" = t."id" ORDER BY f."created_at", f."id" LIMIT 1);
