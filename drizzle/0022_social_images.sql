CREATE TABLE "social_images" (
	"path" text PRIMARY KEY NOT NULL,
	"look" "bytea" NOT NULL,
	"inputs" "bytea" NOT NULL,
	"media_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social_images" ADD CONSTRAINT "social_images_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_images_media" ON "social_images" USING btree ("media_id");