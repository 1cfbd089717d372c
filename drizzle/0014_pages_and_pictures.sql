CREATE TABLE "checklist_steps" (
	"step" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"by" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checklist_steps_step_known" CHECK ("checklist_steps"."step" in ('name', 'about', 'look', 'contact', 'hours', 'profile', 'figures', 'legal', 'mail', 'address', 'live')),
	CONSTRAINT "checklist_steps_state_known" CHECK ("checklist_steps"."state" in ('skipped', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "demo_records" (
	"table_name" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "demo_records_table_name_record_id_pk" PRIMARY KEY("table_name","record_id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"variant" text DEFAULT '' NOT NULL,
	"derived_from" uuid,
	"public_name" text NOT NULL,
	"original_name" text DEFAULT '' NOT NULL,
	"mime_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"storage_key" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_purpose_known" CHECK ("media"."purpose" in ('logo', 'logo_dark', 'icon', 'portrait', 'note', 'social'))
);
--> statement-breakpoint
CREATE TABLE "page_redirects" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"page_id" uuid NOT NULL,
	CONSTRAINT "page_redirects_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"page_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"tree" jsonb NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"change_note" text DEFAULT '' NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"author_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" "bytea" NOT NULL,
	CONSTRAINT "page_versions_page_id_number_pk" PRIMARY KEY("page_id","number")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"demo" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"first_published_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (joined_words("pages"."title" || ' ' || "pages"."slug")) STORED NOT NULL,
	CONSTRAINT "pages_kind_known" CHECK ("pages"."kind" in ('legal', 'page', 'note')),
	CONSTRAINT "pages_slug_form" CHECK ("pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"page_id" uuid,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "case_studies" ADD COLUMN "demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "search_description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "services" ADD COLUMN "search_keywords" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "portrait_id" uuid;--> statement-breakpoint
ALTER TABLE "checklist_steps" ADD CONSTRAINT "checklist_steps_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_derived_from_media_id_fk" FOREIGN KEY ("derived_from") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_redirects" ADD CONSTRAINT "page_redirects_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_exports" ADD CONSTRAINT "site_exports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "media_public_name_unique" ON "media" USING btree ("public_name");--> statement-breakpoint
CREATE UNIQUE INDEX "media_storage_key_unique" ON "media" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_derived_from" ON "media" USING btree ("derived_from");--> statement-breakpoint
CREATE INDEX "page_versions_effective" ON "page_versions" USING btree ("page_id","effective_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug_unique" ON "pages" USING btree ("kind","slug") WHERE "pages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "pages_newest" ON "pages" USING btree ("kind","first_published_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pages_search" ON "pages" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "previews_token_unique" ON "previews" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "site_exports_storage_key_unique" ON "site_exports" USING btree ("storage_key");--> statement-breakpoint
CREATE TRIGGER media_deleted AFTER DELETE ON "media" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();--> statement-breakpoint
CREATE TRIGGER site_exports_deleted AFTER DELETE ON "site_exports" REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION list_removed_file();--> statement-breakpoint
-- What visitors could read on a day can be shown for ever.
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a legal text is never deleted' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER pages_legal_stay BEFORE DELETE ON "pages"
FOR EACH ROW WHEN (OLD.kind = 'legal') EXECUTE FUNCTION refuse_removal();--> statement-breakpoint
CREATE FUNCTION refuse_removal_of_legal_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "pages" WHERE id = OLD.page_id AND kind = 'legal') THEN
    RAISE EXCEPTION 'a legal text is never deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER page_versions_legal_stay BEFORE DELETE ON "page_versions"
FOR EACH ROW EXECUTE FUNCTION refuse_removal_of_legal_version();
