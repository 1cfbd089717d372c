CREATE OR REPLACE FUNCTION refuse_receipt_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
