DROP INDEX "inquiries_number_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "inquiries_number_unique" ON "inquiries" USING btree ("number" text_pattern_ops);