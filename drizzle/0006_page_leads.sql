-- Sorts as people read, without case and accents; short enough for the cursor of a page.
CREATE FUNCTION sort_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT left(lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')), 64)
$$;--> statement-breakpoint
ALTER TABLE "inquiries" ADD COLUMN "search" text GENERATED ALWAYS AS (joined_words("inquiries"."name" || ' ' || "inquiries"."email" || ' ' || "inquiries"."company")) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "inquiries_status_newest" ON "inquiries" USING btree ("quarantined","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "inquiries_consultations_newest" ON "inquiries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "inquiries"."quarantined" and ("inquiries"."service" = 'consultation' or "inquiries"."consultation_data" is not null);--> statement-breakpoint
CREATE INDEX "inquiries_name" ON "inquiries" USING btree (sort_key("name"));--> statement-breakpoint
CREATE INDEX "inquiries_email_order" ON "inquiries" USING btree (sort_key("email"));--> statement-breakpoint
CREATE INDEX "inquiries_company" ON "inquiries" USING btree (sort_key("company"));--> statement-breakpoint
CREATE INDEX "inquiries_search" ON "inquiries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ANALYZE "inquiries";
