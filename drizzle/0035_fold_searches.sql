DROP INDEX "automations_search";--> statement-breakpoint
-- NFC and full case folding: lower(upper(lower())) makes 'ss' of 'ß' and 'ẞ', in versions without casefold(), and
-- translate() makes a sigma of a final sigma. Capitals stand between words, since trigrams end where a word does, so that
-- a phrase nobody has would be looked for in every row with its words; there are none else among small letters.
CREATE OR REPLACE FUNCTION joined_words(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT translate(normalize(lower(upper(lower(normalize(value) COLLATE "und-x-icu")))),
		'ς .@-''&+,/()', 'σABCDEFGHIJK')
$$;--> statement-breakpoint
ALTER TABLE "clients" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "search" text GENERATED ALWAYS AS (joined_words("name" || ' ' || "email" || ' ' || coalesce("company", ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "clients_search" ON "clients" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "inquiries" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "search" text GENERATED ALWAYS AS (joined_words("name" || ' ' || "email" || ' ' || "company")) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "inquiries_search" ON "inquiries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "pages" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "search" text GENERATED ALWAYS AS (joined_words("title" || ' ' || "slug")) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "pages_search" ON "pages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "automations_search" ON "automations" USING gin (joined_words("name") gin_trgm_ops);--> statement-breakpoint
ANALYZE "clients";--> statement-breakpoint
ANALYZE "inquiries";
