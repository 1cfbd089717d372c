ALTER TABLE "clients" ADD COLUMN "last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "clients" SET "last_activity_at" = greatest("updated_at", (SELECT max("at") FROM "audit_entries" WHERE "client_id" = "clients"."id"));--> statement-breakpoint
CREATE INDEX "clients_company" ON "clients" USING btree ("company" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "clients_status" ON "clients" USING btree (array_position(array['active', 'inactive', 'archived'], "status"),"id");--> statement-breakpoint
CREATE INDEX "clients_activity" ON "clients" USING btree ("last_activity_at" DESC NULLS LAST,"id" DESC NULLS LAST);