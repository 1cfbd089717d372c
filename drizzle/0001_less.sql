DROP TABLE "demo_records" CASCADE;--> statement-breakpoint
ALTER TABLE "pings" DROP CONSTRAINT "pings_kind_known";--> statement-breakpoint
DELETE FROM "pings" WHERE "kind" = 'ignored';--> statement-breakpoint
DROP INDEX "inquiries_consultations_newest";--> statement-breakpoint
-- Versions whose texts were taken out of the history.
UPDATE "site_versions" SET "document" = '{}' WHERE "document" IS NULL;--> statement-breakpoint
UPDATE "site_drafts" SET "value" = "value" - 'currency' WHERE "section" = 'firm';--> statement-breakpoint
UPDATE "site_drafts" SET "value" = "value" - 'whenExpired' WHERE "section" = 'statistics';--> statement-breakpoint
ALTER TABLE "site_versions" ALTER COLUMN "document" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "kind" text GENERATED ALWAYS AS (case when "inquiries"."service" = 'consultation' or "inquiries"."consultation_data" is not null then 'consultation' else 'inquiry' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_version_site_versions_number_fk" FOREIGN KEY ("version") REFERENCES "public"."site_versions"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiries_consultations_newest" ON "inquiries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "inquiries"."quarantined" and "inquiries"."kind" = 'consultation';--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "only_post";--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "manual_resume";--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "models";--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "data_touched";--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "human_check_note";--> statement-breakpoint
ALTER TABLE "automations" DROP COLUMN "in_report";--> statement-breakpoint
ALTER TABLE "pings" ADD CONSTRAINT "pings_kind_known" CHECK ("pings"."kind" in ('success', 'start', 'fail', 'log', 'repeat'));