ALTER TABLE "creations" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "creations_user_id_key_pk" TO "idempotency_keys_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "creations_user_id_users_id_fk" TO "idempotency_keys_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "creations_created" RENAME TO "idempotency_keys_created";--> statement-breakpoint
ALTER TABLE "marks" RENAME TO "stored_state";--> statement-breakpoint
ALTER TABLE "stored_state" RENAME CONSTRAINT "marks_pkey" TO "stored_state_pkey";--> statement-breakpoint
DELETE FROM "jobs" WHERE "name" = 'creations.forget';--> statement-breakpoint
ALTER TABLE "google_setups" ADD COLUMN "lease_holder" uuid;--> statement-breakpoint
ALTER TABLE "google_setups" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "google_setups" SET "details" = "details" - 'leaseUntil' - 'holder';--> statement-breakpoint
ALTER TABLE "chat_sessions" DROP CONSTRAINT "chat_sessions_inquiry_id_inquiries_id_fk";--> statement-breakpoint
ALTER TABLE "chat_sessions" DROP COLUMN "inquiry_id";--> statement-breakpoint
ALTER TABLE "bookings" RENAME COLUMN "token_sealed" TO "token_encrypted";--> statement-breakpoint
ALTER TABLE "bookings" RENAME COLUMN "join_sealed" TO "join_encrypted";--> statement-breakpoint
ALTER TABLE "hosts" RENAME COLUMN "ics_sealed" TO "ics_encrypted";--> statement-breakpoint
ALTER TABLE "google_consents" RENAME COLUMN "code_verifier_sealed" TO "code_verifier_encrypted";--> statement-breakpoint
ALTER TABLE "google_grants" RENAME COLUMN "refresh_token_sealed" TO "refresh_token_encrypted";--> statement-breakpoint
ALTER TABLE "google_grants" RENAME COLUMN "access_token_sealed" TO "access_token_encrypted";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "totp_secret_sealed" TO "totp_secret_encrypted";--> statement-breakpoint
ALTER TABLE "receipt_keys" RENAME COLUMN "private_key_sealed" TO "private_key_encrypted";
