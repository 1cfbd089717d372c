CREATE OR REPLACE FUNCTION list_removed_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO blob_deletions (storage_key)
    SELECT DISTINCT storage_key FROM removed WHERE storage_key IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
