ALTER TABLE "automations" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "automations_resume" ON "automations" USING btree ("paused_until") WHERE "automations"."state" = 'paused';--> statement-breakpoint
UPDATE "automations" SET "retired_at" = "updated_at" WHERE "state" = 'retired';
