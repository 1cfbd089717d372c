DROP INDEX "clients_name";--> statement-breakpoint
DROP INDEX "inquiries_name";--> statement-breakpoint
DROP INDEX "inquiries_email_order";--> statement-breakpoint
DROP INDEX "inquiries_company";--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree ("name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "inquiries_name" ON "inquiries" USING btree (left("name", 64) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "inquiries_email_order" ON "inquiries" USING btree (left("email", 64) collate "und-x-icu");--> statement-breakpoint
CREATE INDEX "inquiries_company" ON "inquiries" USING btree (left("company", 64) collate "und-x-icu");--> statement-breakpoint
DROP FUNCTION sort_key(text);--> statement-breakpoint
ANALYZE "inquiries";
