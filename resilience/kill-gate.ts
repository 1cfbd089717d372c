import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'

/** Key of the advisory lock at which a statement waits to be killed. */
const gate = 4711

const longestMs = 15_000

/** Where statements stop, by the trigger that stops them, e.g. `before insert on inquiries`. */
export type Triggers = Readonly<Record<string, string>>

/** Steps seen by their committed effect: a query with the visitor's address as its parameter. */
export type Effects = Readonly<Record<string, string>>

/**
 * Lets statements wait at their steps. A row stops at a step only if one of its addresses or its file
 * name is the key of `openGate`; without a key every row does.
 *
 * @param commits tables at whose transactions' commit a step waits.
 */
export async function plantGate(
  client: Client,
  triggers: Triggers,
  commits: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query(`
    create table proof_step (step text not null, key text not null);
    insert into proof_step values ('', '');
    create function proof_wait() returns trigger language plpgsql as $$
    declare line jsonb := to_jsonb(new);
    begin
      if exists (select from proof_step where step = tg_argv[0] and (key = '' or key in (
        line ->> 'email', line ->> 'to_address', line ->> 'from_address',
        line ->> 'envelope_sender', line ->> 'original_name')))
      then perform pg_advisory_xact_lock(${gate});
      end if;
      return new;
    end $$`)
  for (const [n, [step, when]] of Object.entries(triggers).entries()) {
    await client.query(
      `create trigger proof_${n} ${when} for each row execute function proof_wait('${step}')`,
    )
  }
  for (const [n, [step, table]] of Object.entries(commits).entries()) {
    await client.query(
      `create constraint trigger proof_commit_${n} after insert on ${table}
        deferrable initially deferred for each row execute function proof_wait('${step}')`,
    )
  }
}

/** From now on the step waits, as long as this client is connected. */
export async function closeGate(client: Client, step: string, key: string): Promise<void> {
  await client.query('update proof_step set step = $1, key = $2', [step, key])
  await client.query(`select pg_advisory_lock(${gate})`)
}

export const openGate = `update proof_step set step = '', key = ''`

/** Resolves when the step is reached; false when it is not within 15 s. */
export async function reached(
  client: Client,
  { step, effects, key }: { step: string; effects: Effects; key: string },
): Promise<boolean> {
  const effect = effects[step]
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`
  const over = performance.now() + longestMs
  while (performance.now() < over) {
    const { rowCount } = await client.query(effect ?? waiting, effect ? [key] : [])
    if (rowCount) return true
    await wait(2)
  }
  return false
}

/** Whether the promise resolves within 15 s. */
export async function isInTime(promise: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), longestMs)
  const result = await Promise.race([promise.then(() => true), late.promise])
  clearTimeout(timer)
  return result
}
