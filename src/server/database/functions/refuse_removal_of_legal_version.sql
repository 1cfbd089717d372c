CREATE OR REPLACE FUNCTION refuse_removal_of_legal_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "pages" WHERE id = OLD.page_id AND kind = 'legal') THEN
    RAISE EXCEPTION 'a legal text is never deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
