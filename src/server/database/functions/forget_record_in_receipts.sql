CREATE OR REPLACE FUNCTION forget_record_in_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  concerned uuid[] := ARRAY(SELECT r.id FROM removed
    JOIN receipts r ON r.subject_type = TG_ARGV[0] AND r.subject_id = removed.id::text);
BEGIN
  IF concerned <> '{}' THEN
    DELETE FROM receipt_disclosures WHERE receipt_id = ANY (concerned) AND person IS NOT NULL;
    UPDATE receipts SET subject_id = NULL WHERE id = ANY (concerned);
  END IF;
  RETURN NULL;
END $$;
