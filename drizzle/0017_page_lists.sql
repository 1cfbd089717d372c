CREATE INDEX "page_versions_coming" ON "page_versions" USING btree ("effective_at") WHERE "page_versions"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "page_versions_withdrawn" ON "page_versions" USING btree ("page_id") WHERE "page_versions"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "pages_drafts" ON "pages" USING btree ("id") WHERE "pages"."first_published_at" is null and "pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pages_deleted" ON "pages" USING btree ("deleted_at") WHERE "pages"."deleted_at" is not null;