/** A database session; statements run one at a time. */
export type Connection = {
  query<Row>(statement: string, parameters?: unknown[]): Promise<{ rows: Row[] }>
}

/**
 * Commits when `work` resolves, rolls back when it throws. The text form of values does not depend
 * on the server's settings.
 * @param mode follows BEGIN.
 */
export async function inTransaction<T>(
  connection: Connection,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  await connection.query(`BEGIN ${mode}`)
  try {
    await connection.query(
      `SELECT set_config(name, value, true) FROM (VALUES
        ('TimeZone', 'UTC'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'),
        ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('search_path', 'public')
      ) AS settings (name, value)`,
    )
    const result = await work()
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => {})
    throw error
  }
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
