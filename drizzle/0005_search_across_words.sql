-- Trigrams end where a word does, so that a phrase nobody has was looked for in every row with its
-- words. Capitals stand between words instead: there are none else among small letters.
CREATE FUNCTION joined_words(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT translate(lower(value), ' .@-''&+,/()', 'ABCDEFGHIJK')
$$;--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "search" text GENERATED ALWAYS AS (joined_words("name" || ' ' || "email" || ' ' || coalesce("company", ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "clients_search" ON "clients" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "clients_short_search" ON "clients" USING gin (short_grams("search"));--> statement-breakpoint
ANALYZE "clients";
