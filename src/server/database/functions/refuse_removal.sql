-- The firm must always be able to show what visitors could read on a given day.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a legal text is never deleted' USING ERRCODE = 'restrict_violation';
END $$;
