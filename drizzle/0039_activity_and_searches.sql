ALTER TABLE "clients" ADD COLUMN "last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "clients" SET "last_activity_at" = greatest("updated_at", (SELECT max("at") FROM "audit_entries" WHERE "client_id" = "clients"."id"));--> statement-breakpoint
CREATE INDEX "clients_company" ON "clients" USING btree ("company" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "clients_status" ON "clients" USING btree (array_position(array['active', 'inactive', 'archived'], "status"),"id");--> statement-breakpoint
CREATE INDEX "clients_activity" ON "clients" USING btree ("last_activity_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inquiries_message_search" ON "inquiries" USING gin (joined_words("message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_notes_search" ON "project_notes" USING gin (joined_words("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_search" ON "projects" USING gin (joined_words("title") gin_trgm_ops);