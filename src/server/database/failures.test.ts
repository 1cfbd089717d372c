import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/harness/database.ts'
import {
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
  NoConnection,
} from './failures.ts'

test('violations are recognized through the error of Drizzle, by constraint if asked', async () => {
  await using app = await openTestDatabase()
  const { db } = app
  const fail = (statement: string) =>
    db.execute(sql.raw(statement)).catch((error: unknown) => error)
  await db.execute(sql`CREATE TABLE parents (id int CONSTRAINT parents_key PRIMARY KEY)`)
  await db.execute(
    sql`CREATE TABLE children (parent int CONSTRAINT children_parent REFERENCES parents)`,
  )
  await db.execute(sql`INSERT INTO parents VALUES (1)`)

  const twice = await fail('INSERT INTO parents VALUES (1)')
  expect(isUniqueViolation(twice)).toBe(true)
  expect(isUniqueViolation(twice, 'parents_key')).toBe(true)
  expect(isUniqueViolation(twice, 'another_key')).toBe(false)
  expect(isForeignKeyViolation(twice)).toBe(false)
  expect(isUnavailable(twice)).toBe(false)

  const orphan = await fail('INSERT INTO children VALUES (2)')
  expect(isForeignKeyViolation(orphan)).toBe(true)
  expect(isForeignKeyViolation(orphan, 'children_parent')).toBe(true)
  expect(isUniqueViolation(orphan)).toBe(false)
})

test('a closed database is unavailable', async () => {
  const app = await openTestDatabase()
  await app.close()
  const failure = await app.db.execute(sql`SELECT 1`).catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
})

test('codes and messages of a lost connection count as unavailable, others do not', () => {
  const failed = (cause: Error) =>
    new Error('outer', { cause: new DrizzleQueryError('SELECT 1', [], cause) })
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  const lost = ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '57014', '55P03']
  for (const code of [...lost, '08006', '53100', '53200', '53300', '53400', '25006']) {
    expect(isUnavailable(failed(coded(code))), code).toBe(true)
    expect(isUnavailable(new NoConnection(coded(code))), code).toBe(true)
  }
  for (const code of ['23505', '42P01', 'ENOENT', '40001']) {
    expect(isUnavailable(failed(coded(code))), code).toBe(false)
  }
  const words = ['timeout exceeded when trying to connect', 'Connection terminated unexpectedly']
  expect(new NoConnection(new Error(words[0])).message).toBe(
    `The transaction could not begin: ${words[0]}`,
  )
  for (const message of words) expect(isUnavailable(failed(new Error(message)))).toBe(true)
  expect(isUnavailable('ECONNREFUSED')).toBe(false)
})

test('the same codes from anything but the database say nothing about it', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', '57P01', '25006']) {
    const error = Object.assign(new Error('aborted'), { code })
    expect(isUnavailable(error), code).toBe(false)
    expect(isUnavailable(new Error('outer', { cause: error })), code).toBe(false)
  }
})

test('an error that is its own cause ends the search', () => {
  const error: Error = new Error('round')
  error.cause = error
  expect(isUniqueViolation(error)).toBe(false)
})
