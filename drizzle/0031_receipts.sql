CREATE TABLE "receipt_disclosures" (
	"receipt_id" uuid NOT NULL,
	"name" text NOT NULL,
	"salt" "bytea" NOT NULL,
	"value" text NOT NULL,
	"person" text,
	"client_id" uuid,
	CONSTRAINT "receipt_disclosures_receipt_id_name_pk" PRIMARY KEY("receipt_id","name"),
	CONSTRAINT "receipt_disclosures_value_length" CHECK (length("receipt_disclosures"."value") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "receipt_heads" (
	"size" bigint PRIMARY KEY NOT NULL,
	"head" text NOT NULL,
	"signature" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_key" "bytea" NOT NULL,
	"private_key_sealed" text,
	"state" text NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	CONSTRAINT "receipt_keys_state_known" CHECK ("receipt_keys"."state" in ('active', 'retired', 'replaced')),
	CONSTRAINT "receipt_keys_public_key_length" CHECK (octet_length("receipt_keys"."public_key") = 32)
);
--> statement-breakpoint
CREATE TABLE "receipt_log" (
	"log" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"head" text NOT NULL,
	"head_signature" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt_nodes" (
	"level" integer NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "receipt_nodes_level_position_pk" PRIMARY KEY("level","position")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"no" bigserial NOT NULL,
	"kind" text NOT NULL,
	"client_id" uuid,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"record" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"unique_key" text,
	"seq" bigint,
	"leaf" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "receipts_signature_length" CHECK (octet_length("receipts"."signature") = 64)
);
--> statement-breakpoint
ALTER TABLE "receipt_disclosures" ADD CONSTRAINT "receipt_disclosures_receipt_id_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_disclosures" ADD CONSTRAINT "receipt_disclosures_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_disclosures_person" ON "receipt_disclosures" USING btree ("person");--> statement-breakpoint
CREATE INDEX "receipt_disclosures_client" ON "receipt_disclosures" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_keys_one_active" ON "receipt_keys" USING btree ("state") WHERE "receipt_keys"."state" = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_log_one_row" ON "receipt_log" USING btree ((true));--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_no_unique" ON "receipts" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_key_unique" ON "receipts" USING btree ("unique_key");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_seq_unique" ON "receipts" USING btree ("seq");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_leaf_unique" ON "receipts" USING btree ("leaf");--> statement-breakpoint
CREATE INDEX "receipts_pending" ON "receipts" USING btree ("no") WHERE "receipts"."seq" is null;--> statement-breakpoint
CREATE INDEX "receipts_client" ON "receipts" USING btree ("client_id","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipts_kind" ON "receipts" USING btree ("kind","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "receipts_subject" ON "receipts" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE FUNCTION refuse_receipt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.id, NEW.no, NEW.kind, NEW.subject_type, NEW.record, NEW.signature, NEW.unique_key, NEW.created_at)
        IS NOT DISTINCT FROM
        (OLD.id, OLD.no, OLD.kind, OLD.subject_type, OLD.record, OLD.signature, OLD.unique_key, OLD.created_at)
      AND (NEW.seq IS NOT DISTINCT FROM OLD.seq OR OLD.seq IS NULL)
      AND (NEW.leaf IS NOT DISTINCT FROM OLD.leaf OR OLD.leaf IS NULL)
      AND (NEW.client_id IS NOT DISTINCT FROM OLD.client_id OR NEW.client_id IS NULL)
      AND (NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id OR NEW.subject_id IS NULL)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'receipts are neither changed nor deleted' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE ON "receipts"
  FOR EACH ROW EXECUTE FUNCTION refuse_receipt_change();--> statement-breakpoint
CREATE TRIGGER receipts_not_truncated BEFORE TRUNCATE ON "receipts"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_receipt_change();--> statement-breakpoint
CREATE FUNCTION forget_client_in_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM receipt_disclosures WHERE client_id = OLD.id;
  UPDATE receipts SET client_id = NULL, subject_id = NULL WHERE client_id = OLD.id;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER clients_forgotten_in_receipts BEFORE DELETE ON "clients"
  FOR EACH ROW EXECUTE FUNCTION forget_client_in_receipts();
