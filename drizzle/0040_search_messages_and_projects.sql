CREATE INDEX "inquiries_message_search" ON "inquiries" USING gin (joined_words("message") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "project_notes_search" ON "project_notes" USING gin (joined_words("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_search" ON "projects" USING gin (joined_words("title") gin_trgm_ops);