DROP INDEX "inquiries_message_search";--> statement-breakpoint
CREATE INDEX "inquiries_written_search" ON "inquiries" USING gin (joined_words(coalesce(nullif("consultation_data" ->> 'projectDescription', ''), "message")
    || ' ' || coalesce("consultation_data" ->> 'currentChallenges', '') || ' ' || coalesce("consultation_data" ->> 'goals', '')
    || ' ' || coalesce("consultation_data" ->> 'additionalNotes', '')) gin_trgm_ops);