CREATE OR REPLACE FUNCTION forget_client_in_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM receipt_disclosures WHERE client_id = OLD.id;
  UPDATE receipts SET client_id = NULL, subject_id = NULL WHERE client_id = OLD.id;
  RETURN OLD;
END $$;
