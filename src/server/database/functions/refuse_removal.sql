-- What visitors could read on a day can be shown for ever.
CREATE OR REPLACE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a legal text is never deleted' USING ERRCODE = 'restrict_violation';
END $$;
