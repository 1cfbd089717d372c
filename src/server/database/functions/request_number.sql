-- The result is R- and 8 Crockford base-32 characters from the random bytes of a UUID (bytes 6 and 8 are only partly random).
CREATE OR REPLACE FUNCTION request_number() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT 'R-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random.bytes, position) & 31) + 1, 1)
		|| CASE position WHEN 3 THEN '-' ELSE '' END, '' ORDER BY position)
	FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 7, 9]) position
$$;
